import type { Queryable } from '#server/platform/db/database.ts'

/**
 * Makes the lease of a database last this many seconds from the next renewal on, so that a machine that is slow for a
 * while does not decide who has it. The next start brings the product’s three seconds back.
 */
export async function setLeaseLength(owner: Queryable, seconds: number): Promise<void> {
  await owner.query(`create or replace function lease_length() returns interval language sql
    immutable as $$ select interval '${seconds} s' $$`)
}

/** Whether the lease lasts for more than half of this many seconds, but not for more than them. */
export async function lastsFor(owner: Queryable, seconds: number): Promise<boolean> {
  const [lease] = await owner.query<{ left: number }>(
    'select extract(epoch from ends_at - clock_timestamp())::float8 as left from leases',
  )
  return lease !== undefined && lease.left > seconds / 2 && lease.left <= seconds
}
