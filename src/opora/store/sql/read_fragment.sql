select f.fragment_id, f.id, f.version, f.passage_id, f.start, f.stop, f.path, f.text, f.context, f.tokens,
       f.text_digest, f.model, p.start, p.stop, p.path, p.headings, b.data, x.vec, y.vecs, f.uncertain
from json_each(:ids) j
join fragment f on f.fragment_id = j.value
left join passage p on p.passage_id = f.passage_id and p.version = f.version
left join block b indexed by block_path on b.version = f.version and b.path = f.path
left join vector x on :vectors and x.model = f.model and x.embed_digest = f.embed_digest
left join sentence_vector y on :vectors and y.model = f.model and y.embed_digest = f.embed_digest
