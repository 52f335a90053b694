-- The public chain of the server's starts, and the checkpoints that devices present and the log lacks: an older copy of
-- the data that was put back.
alter table chain_records drop constraint chain_records_chain_check;
alter table chain_records add constraint chain_records_chain_check check (chain in ('devices', 'seeds', 'starts'));
insert into chain_heads values ('starts', 0, 0, repeat('0', 64));

create table checkpoints_presented (
  text_hash bytea primary key check (length(text_hash) = 32),
  number bigint not null,
  time_ms bigint not null,
  text text not null check (length(text) <= 20000),
  signature text not null,
  key_id text not null
);
create trigger checkpoints_presented_append_only before update or delete on checkpoints_presented
  for each row execute function refuse_change();
create trigger checkpoints_presented_no_truncate before truncate on checkpoints_presented execute function refuse_change();

-- The market time of the newest restore. Requests from before it are refused (is_expired).
alter table instance add column restored_at bigint;
