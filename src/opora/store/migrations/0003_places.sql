create virtual table place using fts5vocab(words, instance);
alter table fragment drop column lemmas;
alter table fragment drop column heading_lemmas;
