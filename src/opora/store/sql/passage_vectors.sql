select p.passage_id, x.vec
from json_each(:ids) j
join passage p on p.passage_id = j.value
join fragment f on f.version = p.version and f.passage_id = p.passage_id
join vector x on x.model = f.model and x.embed_digest = f.embed_digest
where x.model = (select id from model where model_id = :model)
