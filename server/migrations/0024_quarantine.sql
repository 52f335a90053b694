-- Ticks that cannot be believed stand in the log as such: kind 4, with the band that they failed.
alter table ticks add column band_bps integer;
create index ticks_rejected on ticks (product_id, seq) where kind = 4;
