select id, cast(model_id as blob), dim, counted, mean from model where model_id = ?
