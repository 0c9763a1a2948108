select cast(fragment_id as blob), uncertain from fragment
where version = (select id from version where version_id = ?) and uncertain <> 0 order by ord, fragment_id
