-- The space of removed answers is reused soon, however many rows there are.
alter table idempotency set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50000);
