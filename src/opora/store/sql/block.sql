select b.data, b.pieces from version v join block b indexed by block_path on b.version = v.id and b.path = ?2
where v.version_id = ?1
order by b.ord
