select b.data, b.pieces
from (select p.version, p.ord from version v
      join block p indexed by block_place on p.version = v.id and p.start < ?3 and p.stop > ?2
      where v.version_id = ?1) found
join block b on b.version = found.version and b.ord = found.ord
order by b.ord
