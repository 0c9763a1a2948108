select d.source_id, d.version_id, d.text
from words w join document d on d.id = w.rowid
where words match :expression
  and (d.valid_from is null or d.valid_from <= :at) and (d.valid_until is null or d.valid_until >= :at)
order by d.source_id, d.version_id
