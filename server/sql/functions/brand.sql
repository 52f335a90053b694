-- What operators change without a build: the brand by one operator, legal texts by two. Nothing published ever changes.

create or replace trigger brand_changes_stand before update or delete on brand_changes
  for each row execute function refuse_change();
create or replace trigger brand_changes_no_truncate before truncate on brand_changes execute function refuse_change();

create or replace trigger legal_texts_states before insert or update or delete on legal_texts
  for each row execute function follow_states(
    'proposed', 'proposed>published proposed>rejected', 'status version decided_by decided_at');
create or replace trigger legal_texts_no_truncate before truncate on legal_texts execute function refuse_change();

-- A digest of a document, which the operator log names beside its id.
create or replace function document_digest(p_document jsonb) returns text language sql immutable as $$
  select encode(sha256(convert_to(p_document::text, 'UTF8')), 'hex')
$$;

-- Sets the brand by an operator's live session, and logs it with its digest. p_replaces: the id of the change that the
-- operator saw, 0 for none. Raises FT409 document_moved_on if another one is in force.
create or replace function set_brand(p_actor text, p_secret text, p_replaces bigint, p_brand jsonb, p_at bigint)
returns brand_changes language plpgsql security definer as $$
declare
  b brand_changes;
begin
  perform require_operator(p_actor, p_secret, p_at);
  perform pg_advisory_xact_lock(hashtext('brand_changes'));
  if coalesce((select max(id) from brand_changes), 0) <> p_replaces then
    raise exception 'document_moved_on' using errcode = 'FT409', detail = json_build_object('status', 'changed');
  end if;
  insert into brand_changes (brand, set_by, set_at) values (p_brand, p_actor, p_at) returning * into b;
  perform log_act(p_at, p_actor, 'brand_set', null, b.id || ':' || document_digest(b.brand));
  return b;
end $$;

-- Stores a proposed legal text by an operator's live session, and logs it with its digest. Raises FT409
-- too_many_in_review while another one of its kind waits.
create or replace function propose_legal_text(
  p_actor text, p_secret text, p_key text, p_kind text, p_texts jsonb, p_at bigint
) returns legal_texts language plpgsql security definer as $$
declare
  l legal_texts;
begin
  perform require_operator(p_actor, p_secret, p_at);
  perform pg_advisory_xact_lock(hashtext('legal_texts'));
  if exists (select 1 from legal_texts where kind = p_kind and status = 'proposed') then
    raise exception 'too_many_in_review' using errcode = 'FT409', detail = json_build_object('limit', 1);
  end if;
  insert into legal_texts (intent_key, kind, texts, digest, status, proposed_by, proposed_at)
    values (p_key, p_kind, p_texts, document_digest(p_texts), 'proposed', p_actor, p_at) returning * into l;
  perform log_act(p_at, p_actor, 'legal_propose', null, l.id || ':' || l.digest);
  return l;
end $$;

-- Publishes a proposed legal text as the next version of its kind, or rejects it, by an operator's live session. Raises
-- FT409 document_moved_on if it was decided before, and same_operator if its proposer publishes it.
create or replace function decide_legal_text(
  p_actor text, p_secret text, p_id bigint, p_status text, p_at bigint
) returns legal_texts language plpgsql security definer as $$
declare
  l legal_texts;
begin
  perform require_operator(p_actor, p_secret, p_at);
  perform pg_advisory_xact_lock(hashtext('legal_texts'));
  select * into strict l from legal_texts where id = p_id for update;
  if l.status <> 'proposed' then
    raise exception 'document_moved_on' using errcode = 'FT409', detail = json_build_object('status', l.status);
  end if;
  if p_status = 'published' and l.proposed_by = p_actor then
    raise exception 'same_operator' using errcode = 'FT409';
  end if;
  update legal_texts set status = p_status, decided_by = p_actor, decided_at = p_at,
    version = case when p_status = 'published'
      then (select coalesce(max(version), 0) + 1 from legal_texts where kind = l.kind) end
    where id = p_id returning * into l;
  perform log_act(p_at, p_actor,
    case p_status when 'published' then 'legal_publish' else 'legal_reject' end, null, l.id || ':' || l.digest);
  return l;
end $$;
