-- The digest of a line says where each field ends: a '|' within a field could stand for two fields before.
-- Lines that are there keep format 1, and stay verifiable.
alter table operator_log add column format smallint not null default 1 check (format in (1, 2));
alter table operator_log alter column format set default 2;

-- Over the format's name and eight fields: in format 2 each as its length in bytes, a colon and itself.
create function act_digest(line operator_log) returns bytea language sql immutable as $$
  with parts as (
    select array['fairtick-operator-' || line.format, line.seq::text, line.at::text, line.actor, line.act,
      coalesce(line.user_id::text, ''), line.ref, line.reason, encode(line.previous_hash, 'hex')] as fields
  )
  select sha256(convert_to(case line.format when 1 then array_to_string(fields, '|')
    else (select string_agg(octet_length(convert_to(field, 'UTF8')) || ':' || field, '' order by nth)
      from unnest(fields) with ordinality as each (field, nth)) end, 'UTF8'))
  from parts
$$;

-- The last lock that its transaction takes.
create or replace function log_act(
  p_at bigint, p_actor text, p_act text, p_user bigint, p_ref text, p_reason text default ''
) returns bigint language plpgsql security definer as $$
declare
  head operator_log_head;
  line operator_log;
begin
  select * into strict head from operator_log_head for update;
  line := row(head.seq + 1, p_at, p_actor, p_act, p_user, p_ref, coalesce(p_reason, ''), head.hash, null, 2);
  line.hash := act_digest(line);
  insert into operator_log select line.*;
  update operator_log_head set seq = line.seq, hash = line.hash;
  return line.seq;
end $$;
