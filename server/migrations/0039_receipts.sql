-- Orders whose receipt the server's key did not sign, as `order_digest` found them. The checker stores them, and the
-- invariants report them.
create table refused_receipts (
  order_id bigint not null references orders (id),
  digest bytea not null,
  primary key (order_id, digest)
);
create trigger refused_receipts_append_only before update or delete on refused_receipts
  for each row execute function refuse_change();
create trigger refused_receipts_no_truncate before truncate on refused_receipts
  execute function refuse_change();
