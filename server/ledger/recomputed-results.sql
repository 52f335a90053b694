-- Results by the functions that check the settlement (server/sql/functions/settlement.sql), which the invariants compare
-- with what was recorded. `outcome` is null while it is undecided. Recreated at every start, before invariants.sql.

drop view if exists results_recomputed cascade;

create view results_recomputed as
select o.id, entry.seq as entry_seq, entry.time_ms as entry_time, entry.price as entry_price,
  entry.reason as entry_reason, exit.seq as exit_seq, exit.time_ms as exit_time,
  exit.price as exit_price, result.outcome, result.reason
from orders o
cross join lateral recompute_entry(o.product_id, coalesce(o.starts_at, o.accepted_at), o.expires_at) entry
cross join lateral recompute_exit(o.product_id, o.expires_at) exit
cross join lateral recompute_result(o.direction, entry.seq, entry.price, entry.reason, exit.seq,
  exit.price, exit.reason, exit.is_over) result;
