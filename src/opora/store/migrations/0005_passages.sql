alter table mark add column passage int not null default 0;
update mark set passage = ifnull((select p.start from fragment f join passage p on p.passage_id = f.passage_id where f.id = mark.fragment), 0);
