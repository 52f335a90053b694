-- News: articles that operators write for everyone. What is published never changes; it is only withdrawn.

-- Trigger. An article never changes and is never deleted. It is withdrawn once.
create or replace function news_stands() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.withdrawn_at is not null
    or to_jsonb(new) - array['withdrawn_by', 'withdrawn_at']
      is distinct from to_jsonb(old) - array['withdrawn_by', 'withdrawn_at'] then
    raise exception 'news are only withdrawn' using errcode = 'FT900';
  end if;
  return new;
end $$;
create or replace trigger news_stands before update or delete on news
  for each row execute function news_stands();
create or replace trigger news_no_truncate before truncate on news execute function refuse_change();

-- Stores an article, which everyone can read from p_publish on, by an operator's live session, and logs it. p_texts: by
-- language. A time that has passed means now.
create or replace function write_news(
  p_actor text, p_secret text, p_key text, p_texts jsonb, p_publish bigint, p_at bigint
) returns news language plpgsql security definer as $$
declare
  n news;
begin
  perform require_operator(p_actor, p_secret, p_at);
  insert into news (intent_key, texts, written_by, written_at, publish_at)
    values (p_key, p_texts, p_actor, p_at, greatest(p_publish, p_at)) returning * into n;
  perform log_act(p_at, p_actor, 'news_publish', null, n.id::text);
  return n;
end $$;

-- Withdraws an article by an operator's live session, and logs it. Raises FT409 if it was withdrawn before.
create or replace function withdraw_news(p_actor text, p_secret text, p_id bigint, p_at bigint)
returns news language plpgsql security definer as $$
declare
  n news;
begin
  perform require_operator(p_actor, p_secret, p_at);
  update news set withdrawn_by = p_actor, withdrawn_at = p_at where id = p_id and withdrawn_at is null
    returning * into n;
  if not found then
    raise exception 'document_moved_on' using errcode = 'FT409', detail = json_build_object('status', 'withdrawn');
  end if;
  perform log_act(p_at, p_actor, 'news_withdraw', null, n.id::text);
  return n;
end $$;
