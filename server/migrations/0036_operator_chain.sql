-- The operator log as a public chain that checkpoints name (docs/VERIFY.md): each line's link covers a salted digest of
-- the act, its minute and the link before.
alter table operator_log
  -- So that no one can guess an act from its digest. Null in lines of formats 1 and 2.
  add column salt text check (salt ~ '^[0-9a-f]{32}$'),
  -- The minute of the act, as the public chain has it: never before that of the line before.
  add column minute bigint,
  add column link bytea,
  -- In format 3 the link continues the chain, and no longer the digest.
  alter column previous_hash drop not null,
  alter column format set default 3,
  drop constraint operator_log_format_check,
  add check (format in (1, 2, 3)),
  add check ((format = 3) = (salt is not null)),
  add check ((format = 3) = (previous_hash is null));
alter table operator_log_head add column minute bigint not null default 0;

-- The lines that are there, in order. Their digests are their text in the chain, which were public before.
do $$
declare
  line record;
  head bytea := decode(repeat('0', 64), 'hex');
  latest bigint := 0;
begin
  alter table operator_log disable trigger operator_log_append_only;
  for line in select seq, at, hash from operator_log order by seq loop
    latest := greatest(line.at / 60000 * 60000, latest);
    head := sha256(convert_to(concat_ws('|', 'fairtick-operators-1', line.seq, latest,
      encode(line.hash, 'hex'), encode(head, 'hex')), 'UTF8'));
    update operator_log set minute = latest, link = head where seq = line.seq;
  end loop;
  alter table operator_log enable trigger operator_log_append_only;
  update operator_log_head set hash = head, minute = latest;
end $$;
alter table operator_log
  alter column minute set not null,
  alter column link set not null;

-- The first checkpoint that covers an act is found by the number in its line `operators`.
create index checkpoints_by_operators on checkpoints
  ((substring(text from 'operators ([0-9]+) ')::bigint), number);
