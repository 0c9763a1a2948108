select cast(source_id as blob), cast(collection as blob), cast(purpose as blob), cast(jurisdiction as blob), enabled,
  cast(data as blob) from source where source_id = ?
