select ord, cast(path as blob), start, stop, cast(data as blob), cast(pieces as blob)
from block where version = (select id from version where version_id = ?) order by ord
