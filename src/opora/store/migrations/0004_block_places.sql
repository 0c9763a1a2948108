create index if not exists block_place on block(version, start, stop);
