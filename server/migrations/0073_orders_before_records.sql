-- The orders from before orders were in the price log, by their start: the last check of a day finds its own among them.
create index orders_before_records on orders ((coalesce(starts_at, accepted_at))) where salt is null;
