-- The tree of RFC 6962 over all checkpoints, whose leaves are the hashes of their texts: its nodes that have all their
-- leaves and never change (rules/growing-tree.ts). `at` counts the nodes of a level from the left.
create table checkpoint_nodes (
  level smallint not null,
  at bigint not null,
  hash bytea not null check (length(hash) = 32),
  primary key (level, at)
);
insert into checkpoint_nodes (level, at, hash)
  select 0, number - 1, sha256('\x00'::bytea || sha256(convert_to(text, 'UTF8'))) from checkpoints;
do $$
begin
  for above in 1..62 loop
    insert into checkpoint_nodes (level, at, hash)
      select above, l.at / 2, sha256('\x01'::bytea || l.hash || r.hash)
      from checkpoint_nodes l join checkpoint_nodes r on r.level = l.level and r.at = l.at + 1
      where l.level = above - 1 and l.at % 2 = 0;
    exit when not found;
  end loop;
end $$;
create trigger checkpoint_nodes_append_only before update or delete on checkpoint_nodes
  for each row execute function refuse_change();
create trigger checkpoint_nodes_no_truncate before truncate on checkpoint_nodes execute function refuse_change();
