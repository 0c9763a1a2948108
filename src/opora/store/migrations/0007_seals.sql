create table seal(kind text not null, name text not null, digest text not null, primary key(kind, name)) without rowid;
