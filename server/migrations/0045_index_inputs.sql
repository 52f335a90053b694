-- The inputs of live prices: the newest trade of each venue when a tick was made (contract/index-price.ts). The text is
-- the one of rules/index-price.ts, and ticks.inputs is its SHA-256, which the chain covers. Simulated and recorded
-- ticks have none.
alter table ticks add column inputs bytea;
create table tick_inputs (
  product_id smallint not null,
  seq bigint not null,
  inputs text not null check (inputs ~
    '^fairtick-inputs-1(\n[a-z]+\|[A-Za-z0-9-]{1,64}\|[0-9]{1,12}(\.[0-9]{1,12})?\|[0-9]{1,15}\|[0-9]{0,15}){1,16}$'),
  primary key (product_id, seq),
  foreign key (product_id, seq) references ticks (product_id, seq)
);
create trigger tick_inputs_append_only before update or delete on tick_inputs
  for each row execute function refuse_change();
create trigger tick_inputs_no_truncate before truncate on tick_inputs
  execute function refuse_change();
