-- What operators change without a build: the brand, and legal texts. The functions are in server/sql/functions/brand.sql.

-- Each change of the brand is a row; the newest one is in force.
create table brand_changes (
  id bigint generated always as identity primary key,
  brand jsonb not null check (
    length(brand ->> 'name') between 1 and 30
    and length(brand ->> 'shortName') between 1 and 12
    and (brand -> 'colours' = 'null'
      or (brand -> 'colours' ->> 'light' ~ '^#[0-9a-f]{6}$' and brand -> 'colours' ->> 'dark' ~ '^#[0-9a-f]{6}$'))
  ),
  set_by text not null,
  set_at bigint not null
);
create index brand_changes_by_time on brand_changes (set_at);

-- Legal texts: one operator proposes, another one publishes. Versions are counted per kind.
create table legal_texts (
  id bigint generated always as identity primary key,
  intent_key text not null unique,
  kind text not null check (kind in ('terms', 'risk', 'privacy')),
  -- By language.
  texts jsonb not null check (texts ? 'zh-CN' and texts ? 'en'),
  -- SHA-256 of the texts as PostgreSQL writes them, in hexadecimal digits.
  digest text not null,
  status text not null check (status in ('proposed', 'published', 'rejected')),
  version int,
  proposed_by text not null,
  proposed_at bigint not null,
  decided_by text,
  decided_at bigint,
  unique (kind, version),
  check ((version is not null) = (status = 'published')),
  check ((decided_by is null) = (status = 'proposed')),
  check ((decided_at is null) = (status = 'proposed')),
  check (status <> 'published' or decided_by <> proposed_by)
);
create unique index legal_texts_waiting on legal_texts (kind) where status = 'proposed';
