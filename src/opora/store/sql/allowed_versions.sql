select v.id from version v join source s on s.source_id = v.source_id
where v.status = 'current' and s.enabled
  and (v.valid_from is null or v.valid_from <= :at) and (v.valid_until is null or v.valid_until >= :at)
  and (:collections is null or s.collection in (select value from json_each(:collections)))
  and (:purposes is null or s.purpose in (select value from json_each(:purposes)))
  and (:source_ids is null or s.source_id in (select value from json_each(:source_ids)))
  and (:languages is null or v.language in (select value from json_each(:languages)))
  and (:jurisdiction is null or coalesce(v.jurisdiction, s.jurisdiction) is null
       or coalesce(v.jurisdiction, s.jurisdiction) = :jurisdiction)
