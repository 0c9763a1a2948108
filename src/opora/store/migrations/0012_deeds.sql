create table if not exists deed(seq integer primary key, digest text not null, data text not null);
create trigger if not exists deed_stays before update on deed
begin select raise(abort, 'what was done stays as it was written'); end;
create trigger if not exists deed_kept before delete on deed
begin select raise(abort, 'what was done stays as it was written'); end;
insert or ignore into meta values ('deed_count', 0), ('deed_head', '');
