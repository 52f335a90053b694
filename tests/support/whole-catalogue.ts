/** The catalogue of a database as lines of text by kind, so that two databases can be compared. */
import type { Queryable } from '#server/platform/db/database.ts'

/** Each query returns rows of one column `line`. The owner's own rights are left out of lists of rights. */
const QUERIES = {
  relations: `select format('%s %s owner %s rights %s options %s partition %s of %s by %s comment %s', relname, relkind,
      relowner::regrole, (select string_agg(a::text, ',' order by a::text) from unnest(relacl) a), reloptions,
      pg_get_expr(relpartbound, oid), (select inhparent::regclass from pg_inherits where inhrelid = c.oid),
      pg_get_partkeydef(oid), obj_description(oid, 'pg_class')) as line
    from pg_class c where relnamespace = 'public'::regnamespace`,
  columns: `select format('%s.%s %s %s not null %s default %s identity %s generated %s storage %s rights %s comment %s',
      attrelid::regclass, row_number() over (partition by attrelid order by attnum), attname,
      format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid), attidentity, attgenerated, attstorage,
      (select string_agg(x::text, ',' order by x::text) from unnest(attacl) x), col_description(attrelid, attnum))
      as line
    from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped`,
  constraints: `select format('%s %s %s valid %s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
      as line from pg_constraint where connamespace = 'public'::regnamespace`,
  indexes: `select format('%s valid %s', pg_get_indexdef(indexrelid), indisvalid) as line
    from pg_index join pg_class on oid = indexrelid where relnamespace = 'public'::regnamespace`,
  triggers: `select format('%s enabled %s', pg_get_triggerdef(oid), tgenabled) as line
    from pg_trigger where not tgisinternal`,
  sequences: `select format('%s from %s by %s of %s', seqrelid::regclass, seqstart, seqincrement,
      (select refobjid::regclass from pg_depend
        where objid = seqrelid and classid = 'pg_class'::regclass and deptype in ('a', 'i'))) as line from pg_sequence`,
  views: `select format('%s %s', oid::regclass, pg_get_viewdef(oid)) as line
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'`,
  functions: `select format('%s %s owner %s rights %s', oid::regprocedure, md5(pg_get_functiondef(oid)),
      proowner::regrole, (select string_agg(a::text, ',' order by a::text) from unnest(proacl) a)) as line
    from pg_proc where pronamespace = 'public'::regnamespace`,
} as const

export type Catalogue = Record<keyof typeof QUERIES | 'rows', string[]>

/** All rows but those of the list of migrations, and without the ids that each database has of its own. */
async function rowsOf(db: Queryable<never>): Promise<string[]> {
  const tables = await db.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname <> 'schema_migrations'`,
  )
  const lines: string[] = []
  for (const { name } of tables) {
    const rows = await db.query<{ line: string }>(
      `select concat($1::text, ' ', to_jsonb(t) - $2::text[]) as line from "${name}" t`,
      [name, name === 'instance' ? ['epoch', 'id'] : []],
    )
    lines.push(...rows.map(({ line }) => line))
  }
  return lines.toSorted()
}

/** `db`: as the owner. */
export async function catalogueOf(db: Queryable<never>): Promise<Catalogue> {
  const linesOf = async (query: string): Promise<string[]> =>
    (await db.query<{ line: string }>(query)).map(({ line }) => line).toSorted()
  return {
    relations: await linesOf(QUERIES.relations),
    columns: await linesOf(QUERIES.columns),
    constraints: await linesOf(QUERIES.constraints),
    indexes: await linesOf(QUERIES.indexes),
    triggers: await linesOf(QUERIES.triggers),
    sequences: await linesOf(QUERIES.sequences),
    views: await linesOf(QUERIES.views),
    functions: await linesOf(QUERIES.functions),
    rows: await rowsOf(db),
  }
}
