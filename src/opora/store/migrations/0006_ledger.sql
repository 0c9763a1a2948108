alter table search_log add column digest text not null default '';
insert into meta values
  ('trace_count', (select count(*) from trace)),
  ('trace_head', ifnull((select digest from trace order by seq desc limit 1), '')),
  ('search_unsealed', (select count(*) from search_log)),
  ('search_count', (select count(*) from search_log)),
  ('search_head', '');
