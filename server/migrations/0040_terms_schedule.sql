-- When each version of a product's terms is in force. server/sql/functions/market.sql has the rule for new rows.
-- product_terms.valid_from stays for the release before, and says when a text was first stored.
create table terms_schedule (
  product_id smallint not null references products (id),
  valid_from bigint not null,
  terms_id text not null references product_terms (terms_id),
  primary key (product_id, valid_from)
);
insert into terms_schedule (product_id, valid_from, terms_id)
  select product_id, (extract(epoch from valid_from) * 1000)::bigint, terms_id from product_terms;
create trigger terms_schedule_append_only before update or delete on terms_schedule
  for each row execute function refuse_change();
create trigger terms_schedule_no_truncate before truncate on terms_schedule execute function refuse_change();
