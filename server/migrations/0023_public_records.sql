-- Public records are read by time, whatever their product; breaks and voids are rare, so these stay small.
create index ticks_breaks on ticks (time_ms, product_id, seq) where kind in (2, 3);
create index settlements_voids on settlements (settled_at) where outcome = 'void';
