select cast(version_id as blob), cast(source_id as blob), cast(status as blob), cast(valid_from as blob),
  cast(valid_until as blob), cast(jurisdiction as blob), cast(language as blob), cast(bytes_digest as blob),
  cast(data as blob) from version where version_id = ?
