/** Every right of everyone but the owner, as PostgreSQL's catalogue has it. */
import type { Queryable } from '#server/platform/db/database.ts'

/**
 * Without the names of the log-ins, which depend on the database. Functions count if they do more than their caller
 * may; trigger functions are never called.
 */
const RIGHTS = `
  with grants (grantee, kind, object, columns) as (
    select a.grantee, a.privilege_type, c.relname::text, null::text
    from pg_class c, aclexplode(c.relacl) a
    where c.relnamespace = 'public'::regnamespace and a.grantee <> c.relowner
    union all
    select a.grantee, a.privilege_type, c.relname, '(' || string_agg(t.attname, ' ' order by t.attname) || ')'
    from pg_class c join pg_attribute t on t.attrelid = c.oid and not t.attisdropped, aclexplode(t.attacl) a
    where c.relnamespace = 'public'::regnamespace and a.grantee <> c.relowner
    group by a.grantee, a.privilege_type, c.relname
    union all
    select a.grantee, 'call', p.proname, null
    from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
    where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.prorettype <> 'trigger'::regtype
      and a.grantee <> p.proowner
    union all
    select a.grantee, 'schema ' || a.privilege_type, n.nspname, null
    from pg_namespace n, aclexplode(n.nspacl) a where n.nspname = 'public' and a.grantee <> n.nspowner
    union all
    select a.grantee, 'default ' || a.privilege_type, d.defaclobjtype::text, null
    from pg_default_acl d, aclexplode(d.defaclacl) a where a.grantee <> d.defaclrole
    union all
    select m.member, 'act as', r.rolname, null
    from pg_auth_members m join pg_roles r on r.oid = m.roleid join pg_roles who on who.oid = m.member
    where r.rolname ~ '^fairtick_' and not who.rolsuper and who.rolname <> current_user
      and (m.set_option or m.admin_option
        or who.rolname !~ ('^' || r.rolname || '_[0-9a-f]{8}$'))
  )
  select distinct concat_ws(' ',
    coalesce(regexp_replace(r.rolname, '^fairtick_([a-z]+)$', '\\1'), 'PUBLIC'),
    case lower(kind) when 'select' then 'read' else lower(kind) end,
    regexp_replace(object, '^(fairtick_[a-z]+)_[0-9a-f]{8}$', '\\1'), columns) as name
  from grants left join pg_roles r on r.oid = grantee order by 1`

/** The rights, such as `app read users`, `app update users (nickname)`, and `market call append_ticks`. */
export async function rightsIn(owner: Queryable): Promise<string[]> {
  const rows = await owner.query<{ name: string }>(RIGHTS)
  return rows.map(({ name }) => name)
}
