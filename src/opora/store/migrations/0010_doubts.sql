alter table fragment add column uncertain int not null default 0;
create table doubt(
  item text primary key, version int not null, path text not null, start int not null, stop int not null,
  said text not null, other text not null, confidence real not null, page int, page_label text,
  state text not null default 'open', person text not null default '', settled text not null default '',
  reads text not null default '') without rowid;
create index doubt_version on doubt(version, start);
create trigger doubt_gone after delete on version begin
  delete from doubt where version = old.id;
  delete from seal where kind = 'doubts' and name = old.version_id;
end;
