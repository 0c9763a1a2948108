select d.item, v.version_id, d.path, d.start, d.stop, d.said, d.other, d.confidence, d.page, d.page_label, d.state, d.person,
  d.settled, d.reads
from doubt d join version v on v.id = d.version
where (:version is null or v.version_id = :version) and (:item is null or d.item = :item)
order by v.version_id, d.start
