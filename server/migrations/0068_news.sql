-- News that operators write. The functions are in server/sql/functions/news.sql.

create table news (
  id bigint generated always as identity primary key,
  intent_key text not null unique,
  -- By language: a title and a body.
  texts jsonb not null check (texts ? 'zh-CN' and texts ? 'en'),
  written_by text not null,
  written_at bigint not null,
  publish_at bigint not null check (publish_at >= written_at),
  withdrawn_by text,
  withdrawn_at bigint,
  check ((withdrawn_by is null) = (withdrawn_at is null))
);
create index news_published on news (publish_at desc, id desc) where withdrawn_at is null;
create index news_by_time on news (written_at);
