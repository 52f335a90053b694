-- Shared receipts: only a user's own settled orders are shared, and a revoked code is never valid again.

create or replace function shared_receipts_rule() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'shared receipts are never deleted' using errcode = 'FT900';
  end if;
  if tg_op = 'UPDATE' then
    if old.revoked_at is not null or new.revoked_at is null
      or (new.id, new.code, new.user_id, new.order_id, new.created_at)
        is distinct from (old.id, old.code, old.user_id, old.order_id, old.created_at) then
      raise exception 'a shared receipt can only be revoked' using errcode = 'FT900';
    end if;
    return new;
  end if;
  if new.revoked_at is not null or not exists (
    select 1 from orders o join settlements s on s.order_id = o.id
    where o.id = new.order_id and o.user_id = new.user_id
  ) then
    raise exception 'order % of user % has no receipt to share', new.order_id, new.user_id
      using errcode = 'FT900';
  end if;
  return new;
end $$;
create or replace trigger shared_receipts_guard before insert or update or delete on shared_receipts
  for each row execute function shared_receipts_rule();
