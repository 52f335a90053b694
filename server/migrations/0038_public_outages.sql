-- The public list of breaks names filled outages, too.
drop index ticks_filled;
drop index ticks_breaks;
create index ticks_breaks on ticks (time_ms, product_id, seq) where kind in (2, 3, 5);
