create table if not exists gap(
  gap_id text primary key, state text not null, first text not null default '', asked_at text not null,
  notified text, data text not null) without rowid;
create index if not exists gap_state on gap(state);
create table if not exists gap_vector(
  gap_id text not null, model_id text not null, vec blob not null, primary key(gap_id, model_id)) without rowid;
create table if not exists alias(
  source_id text not null, path text not null, wording text not null, gap_id text not null, who text not null,
  at text not null, primary key(source_id, path, wording)) without rowid;
create table if not exists delivery(name text primary key, at int not null) without rowid;
