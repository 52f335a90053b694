/**
 * The baseline is the migrations 0001 to 0013: the schema as 63 migrations of earlier releases left it. A database that
 * has all of those is taken as having the baseline (docs/decisions/0128-a-baseline-of-the-schema.md).
 */
import type { Client } from 'pg'
import { refuseBeforeBaseline } from '#server/platform/db/prepare-faults.ts'

/** The newest migration that the baseline replaces, and the number of the first one after it. */
const NEWEST_REPLACED = '0065_archived_days'
const FIRST_AFTER = '0066'

/** Whether migrations are from a release that is too old to be upgraded. */
export function isBeforeBaseline(applied: readonly string[], known: readonly string[]): boolean {
  const files = new Set(known)
  return (
    !applied.includes(NEWEST_REPLACED) &&
    applied.some((name) => name < FIRST_AFTER && !files.has(name))
  )
}

/** The migrations of a database or a backup, with those of the baseline in place of those that it replaces. */
export function withBaseline(applied: readonly string[], known: readonly string[]): string[] {
  if (!applied.includes(NEWEST_REPLACED)) return [...applied]
  const isOfBaseline = (name: string): boolean => name < FIRST_AFTER
  return [...known.filter(isOfBaseline), ...applied.filter((name) => !isOfBaseline(name))]
}

/**
 * Marks a database that has all replaced migrations as having the baseline, in one statement. The rows keep their ids
 * and times, because the order of all rows by them is checked. Throws `StartRefused` for an older database.
 */
export async function adoptBaseline(
  client: Client,
  table: string,
  known: readonly string[],
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`select name from ${table}`)
  const applied = rows.map(({ name }) => name)
  if (isBeforeBaseline(applied, known)) refuseBeforeBaseline(applied)
  if (!applied.includes(NEWEST_REPLACED)) return
  await client.query(
    `with old as (
       select id, row_number() over (order by run_on, id) as n from ${table} where name < $2
     ), removed as (
       delete from ${table} m using old where m.id = old.id and old.n > cardinality($1::text[])
     )
     update ${table} m set name = ($1::text[])[old.n] from old
     where m.id = old.id and old.n <= cardinality($1::text[])`,
    [known.filter((name) => name < FIRST_AFTER), FIRST_AFTER],
  )
}
