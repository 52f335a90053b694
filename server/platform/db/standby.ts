/**
 * A server that stands by: it changes nothing while another one uses the database, and starts when that one has ended
 * or does not renew its lease any more.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { SECOND_MS } from '#contract/time.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { DatabaseInUse, isLeased, LEASE_LOOK_MS } from '#server/platform/db/lease.ts'
import { connect, prepareDatabase, queryableOf, type Started } from '#server/platform/db/prepare.ts'
import type { Prepared } from '#server/platform/db/preparing.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

const WAITS =
  'Another Fairtick server uses the database. This one stands by, and starts when that one has ended.\n'

/** Throws `StartRefused` for a server that could not take over, so that its operator learns it now and not then. */
async function refuseOtherKeys(
  owner: Queryable,
  { key }: Started,
  lacking: readonly string[],
): Promise<void> {
  if (lacking.length > 0) {
    throw new StartRefused(
      `A server that stands by needs copies of the keys of the running one: ${lacking.join(', ')}`,
    )
  }
  const known = await owner.query('select from signing_keys where key_id = $1', [key.keyId])
  if (known.length > 0) return
  throw new StartRefused(
    `The key ${key.keyId} is not one of the running server. Copy signing-key.pem, vault-key and master-seed from its ` +
      'data folder.',
  )
}

/** Uses a connection of the owner, and closes it. */
async function asOwner<T>(url: string, use: (owner: Queryable) => Promise<T>): Promise<T> {
  const owner = await connect(url)
  try {
    return await use(queryableOf(owner))
  } finally {
    await owner.end()
  }
}

/** Resolves when no other server has a lease. A database that does not answer may be starting, so it is asked again. */
async function untilFree(url: string, holder: string): Promise<void> {
  for (let isSilent = false; ; isSilent = true) {
    try {
      return await asOwner(url, async (owner) => {
        isSilent = false
        while (await isLeased(owner, holder)) await pause(LEASE_LOOK_MS)
      })
    } catch (error) {
      if (!isSilent)
        process.stderr.write(
          `${String(error)}\nThe server that stands by asks again each second.\n`,
        )
      await pause(SECOND_MS)
    }
  }
}

/**
 * Prepares the database as `prepareDatabase` does, as soon as no other server uses it. Throws `StartRefused` if this
 * server could not take over.
 */
export async function prepareInTurn(
  url: string,
  started: Started,
  { lacking }: { lacking: readonly string[] },
): Promise<Prepared> {
  for (let isWaiting = false; ; isWaiting = true) {
    try {
      return await prepareDatabase(url, { ...started, nowMs: Date.now() })
    } catch (error) {
      if (!(error instanceof DatabaseInUse)) throw error
    }
    if (!isWaiting) {
      await asOwner(url, (owner) => refuseOtherKeys(owner, started, lacking))
      process.stderr.write(WAITS)
    }
    await untilFree(url, started.holder)
    // Another start may be about to take the lease.
    await pause(LEASE_LOOK_MS)
  }
}
