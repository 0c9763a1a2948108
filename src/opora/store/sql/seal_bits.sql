select cast(f.fragment_id as blob), k.version, k.model, k.bits from fragment f left join mark k on k.fragment = f.id
where f.version = (select id from version where version_id = ?) order by f.ord, f.fragment_id
