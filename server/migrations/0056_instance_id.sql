-- The epoch changes with a restore. What belongs to the database for good, such as its folder of photos, has its id.
alter table instance add column id text;
update instance set id = epoch;
alter table instance alter column id set not null;
alter table instance alter column id set default replace(gen_random_uuid()::text, '-', '');
