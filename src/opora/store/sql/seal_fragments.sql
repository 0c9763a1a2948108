select cast(fragment_id as blob), ord, cast(passage_id as blob), start, stop, cast(path as blob), cast(text as blob),
  cast(context as blob), tokens, text_digest, cast(embed_digest as blob)
from fragment where version = (select id from version where version_id = ?) order by ord, fragment_id
