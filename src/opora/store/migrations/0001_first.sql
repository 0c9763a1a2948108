create table meta(k text primary key, v) without rowid;
create table source(
  source_id text primary key, collection text not null, purpose text not null, jurisdiction text,
  enabled int not null, data text not null) without rowid;
create table version(
  id integer primary key autoincrement, version_id text not null unique, source_id text not null,
  status text not null, valid_from text, valid_until text, jurisdiction text, language text,
  bytes_digest text not null, data text not null);
create index version_source on version(source_id);
create index version_bytes on version(bytes_digest);
create table body(version integer primary key, text text not null);
create table block(
  version int not null, ord int not null, path text not null, start int not null, stop int not null,
  data text not null, pieces text not null, primary key(version, ord)) without rowid;
create index block_path on block(version, path);
create table passage(
  passage_id text primary key, version int not null, start int not null, stop int not null,
  path text not null, headings text not null) without rowid;
create index passage_version on passage(version);
create table fragment(
  id integer primary key autoincrement, fragment_id text not null unique, version int not null, ord int not null,
  passage_id text not null, start int not null, stop int not null, path text not null, text text not null,
  context text not null, tokens int not null, lemmas text not null, heading_lemmas text not null,
  text_digest blob not null, model int, embed_digest text not null);
create index fragment_order on fragment(version, ord);
create index fragment_embed on fragment(embed_digest);
create table mark(fragment integer primary key, version int not null, length int not null, model int, bits blob);
create index mark_version on mark(version);
create table model(id integer primary key autoincrement, model_id text not null unique, dim int not null,
  counted int not null, mean blob not null);
create table vector(model int not null, embed_digest text not null, vec blob not null,
  primary key(model, embed_digest)) without rowid;
create virtual table words using fts5(own, head, content='', contentless_delete=1,
  tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co'");
create virtual table vocabulary using fts5vocab(words, row);
create table fact(fact_id text primary key, source_id text not null, data text not null) without rowid;
create index fact_source on fact(source_id);
create table trace(seq integer primary key autoincrement, trace_id text not null unique, digest text not null, data text not null);
create table search_log(seq integer primary key autoincrement, data text not null);
insert into meta values('change', 0), ('bits_epoch', 0);
