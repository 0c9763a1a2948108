select cast(passage_id as blob), start, stop, cast(path as blob), cast(headings as blob)
from passage where version = (select id from version where version_id = ?) order by passage_id
