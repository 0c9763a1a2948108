select cast(fact_id as blob), cast(source_id as blob), cast(data as blob) from fact where fact_id = ?
