create table document(
  id integer primary key, source_id text not null, version_id text not null, text text not null,
  valid_from text, valid_until text);
create virtual table words using fts5(text, content='document', content_rowid='id', tokenize='unicode61');
