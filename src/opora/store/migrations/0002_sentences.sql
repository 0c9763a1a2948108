create table sentence_vector(
  model int not null, embed_digest text not null, vecs blob not null, unique(model, embed_digest));
