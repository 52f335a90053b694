-- The hold of all withdrawals after a restore.

-- Raises FT409 while withdrawals wait after a restore.
create or replace function refuse_restored() returns void language plpgsql as $$
declare
  started bigint := (select since from restore_holds where lifted_at is null);
begin
  if started is not null then
    raise exception 'withdrawals_wait' using errcode = 'FT409', detail = json_build_object('restoredAt', started);
  end if;
end $$;

-- Lets withdrawals go on after a restore. The first operator's call only proposes it, and another operator's call does
-- it.
create or replace function lift_restore_hold(p_actor text, p_secret text, p_at bigint)
returns restore_holds language plpgsql security definer as $$
declare
  h restore_holds;
begin
  perform require_operator(p_actor, p_secret, p_at);
  select * into h from restore_holds where lifted_at is null for update;
  if not found then
    raise exception 'document_moved_on' using errcode = 'FT409', detail = json_build_object('status', 'lifted');
  end if;
  if h.proposed_by is null then
    update restore_holds set proposed_by = p_actor where id = h.id returning * into h;
    perform log_act(p_at, p_actor, 'restore_propose_lift', null, h.id::text);
    return h;
  end if;
  if h.proposed_by = p_actor then raise exception 'same_operator' using errcode = 'FT409'; end if;
  update restore_holds set lifted_by = p_actor, lifted_at = p_at where id = h.id returning * into h;
  perform log_act(p_at, p_actor, 'restore_lift', null, h.id::text);
  return h;
end $$;
