select b.data, b.pieces from version v join block b on b.version = v.id
where v.version_id = ?1
order by b.ord
