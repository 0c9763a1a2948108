select cast(f.fragment_id as blob), k.length, k.passage, cast(m.model_id as blob), x.vec, y.vecs
from fragment f
left join mark k on k.fragment = f.id
left join model m on m.id = f.model
left join vector x on x.model = f.model and x.embed_digest = f.embed_digest
left join sentence_vector y on y.model = f.model and y.embed_digest = f.embed_digest
where f.version = (select id from version where version_id = ?) order by f.ord, f.fragment_id
