select 'body', count(*) from body where version not in (select id from version)
union all select 'version without body', count(*) from version where id not in (select version from body)
union all select 'version without source', count(*) from version where source_id not in (select source_id from source)
union all select 'block', count(*) from block where version not in (select id from version)
union all select 'passage', count(*) from passage where version not in (select id from version)
union all select 'fragment', count(*) from fragment where version not in (select id from version)
union all select 'fragment without passage', count(*) from fragment where passage_id not in (select passage_id from passage)
union all select 'mark', count(*) from mark where fragment not in (select id from fragment)
union all select 'fragment without mark', count(*) from fragment where id not in (select fragment from mark)
union all select 'words', count(*) from words where rowid not in (select id from fragment)
union all select 'fragment without words', count(*) from fragment where id not in (select rowid from words)
union all select 'vector', count(*) from vector x
  where not exists (select 1 from fragment f where f.model = x.model and f.embed_digest = x.embed_digest)
union all select 'sentence vector', count(*) from sentence_vector y
  where not exists (select 1 from vector x where x.model = y.model and x.embed_digest = y.embed_digest)
union all select 'fragment without vector', count(*) from fragment f where f.model is not null
  and not exists (select 1 from vector x where f.model = x.model and f.embed_digest = x.embed_digest)
union all select 'fact', count(*) from fact where source_id not in (select source_id from source)
