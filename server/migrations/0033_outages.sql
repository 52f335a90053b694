-- Markers of outages whose ticks were filled in afterwards: kind 5, with the time before the outage and that of writing.
alter table ticks add column from_ms bigint, add column written_ms bigint;
create index ticks_filled on ticks (product_id, seq) where kind = 5;
