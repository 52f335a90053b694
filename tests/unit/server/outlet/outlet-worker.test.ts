import { expect, it } from 'vitest'
import type { Finish, OutletMessage } from '#server/outlet/outlet-store.ts'
import { ATTEMPT_MAX_MS, createOutletWorker, LEASE_MS } from '#server/outlet/outlet-worker.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createLogger } from '#server/platform/logging.ts'

const messageOf = (id: number): OutletMessage => ({
  id: BigInt(id),
  user_id: 1n,
  address_id: 1n,
  kind: 'password',
  event_id: String(id),
  created_at: 0n,
  attempts: 1,
})

/** A worker with one lane and a batch, whose attempts take that long. */
function workerOf(batch: number, attemptMs: number) {
  const messages = Array.from({ length: batch }, (_, id) => messageOf(id))
  const begun: number[] = []
  const ends: Pick<Finish, 'state' | 'nextMs' | 'counts'>[] = []
  let now = 0
  const db = { query: () => Promise.resolve(messages.splice(0)) }
  const worker = createOutletWorker({
    channel: 'mail',
    // The worker makes one kind of query, the claim.
    db: db as Pick<Database, 'query'> as Database,
    clock: { now: () => now },
    log: createLogger('silent'),
    send: () => {
      begun.push(now)
      now += attemptMs
      return Promise.resolve({ kind: 'sent' })
    },
    atOnce: 1,
    count: () => undefined,
    end: (_, { state, nextMs, counts }) => {
      ends.push({ state, nextMs, counts })
      return Promise.resolve()
    },
  })
  return { worker, begun, ends }
}

it('begins no attempt that its lease may not cover, and releases the rest of the batch', async () => {
  const { worker, begun, ends } = workerOf(10, 25_000)
  await worker.run()
  expect(begun).toEqual([0, 25_000, 50_000])
  expect(Math.max(...begun) + ATTEMPT_MAX_MS).toBeLessThanOrEqual(LEASE_MS)
  expect(ends.slice(0, 3).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
  const released = { state: 'waiting', nextMs: 75_000, counts: false }
  expect(ends.slice(3)).toEqual(Array.from({ length: 7 }, () => released))
})

it('releases a whole batch that it claimed as it stopped', async () => {
  const { worker, begun, ends } = workerOf(10, 0)
  const run = worker.run()
  worker.stop()
  await run
  expect(begun).toEqual([])
  expect(ends).toEqual(
    Array.from({ length: 10 }, () => ({ state: 'waiting', nextMs: 0, counts: false })),
  )
})
