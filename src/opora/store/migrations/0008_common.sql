create table common(term text not null, part int not null, places blob not null, primary key(term, part));
insert into meta values('common_last', 0), ('common_count', 0);
