select text from body where version = (select id from version where version_id = ?)
