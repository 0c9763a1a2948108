select cast(item as blob), cast(path as blob), start, stop, cast(said as blob), cast(other as blob), confidence, page,
  cast(page_label as blob), cast(state as blob), cast(person as blob), cast(settled as blob), cast(reads as blob)
from doubt where version = (select id from version where version_id = ?) order by item
