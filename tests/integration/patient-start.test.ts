/** A database that accepts connections late: a start waits for it, and says what to do if it waits in vain. */
import { connect, createServer, type Server } from 'node:net'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { DatabaseGone } from '#server/platform/db/database.ts'
import { openPools } from '#server/platform/db/pools.ts'
import { refusedByDatabase, unanswered } from '#server/platform/db/prepare-faults.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'

/** How late the slow database is, and how long a request waits for it. */
const LATE_MS = 1_000
const REQUEST_MS = 100

let database: TestDatabase
let slow: Server
beforeAll(async () => {
  database = await testDatabase()
  const { hostname, port } = new URL(database.url)
  slow = createServer((near) => {
    near.on('error', () => undefined).pause()
    void pause(LATE_MS, null, { ref: false }).then(() => {
      const far = connect(Number(port), hostname)
      far.on('error', () => undefined)
      near.pipe(far).pipe(near)
    })
  }).listen(0, '127.0.0.1')
  await once(slow, 'listening')
})
afterAll(async () => {
  slow.close()
  await database.close()
})

function slowPools(connectMs?: number) {
  const address = slow.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const late = (url: string): string => Object.assign(new URL(url), { port }).href
  const { market, settlement, credentials, auditor, app } = database.urls
  const urls = {
    market: late(market),
    settlement: late(settlement),
    credentials: late(credentials),
    auditor: late(auditor),
    app: late(app),
  }
  const pools = openPools(urls, () => undefined, connectMs === undefined ? {} : { connectMs })
  onTestFinished(() => pools.close())
  return pools
}

it('is waited for by a start, and no longer by requests', async () => {
  const starting = slowPools(60_000)
  const running = slowPools(60_000)
  running.started(REQUEST_MS)
  const answers = await Promise.allSettled([
    starting.app.query('select 1 as one'),
    running.app.query('select 1'),
  ])
  expect(answers[0]).toMatchObject({ status: 'fulfilled', value: [{ one: 1 }] })
  expect(answers[1]).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseGone) })
})

it('is named in a sentence when it does not answer', async () => {
  const error = await slowPools(50)
    .app.query('select 1')
    .catch((thrown: unknown) => thrown)
  const refusal = refusedByDatabase(error, unanswered)
  expect(refusal?.message).toMatch(/^The embedded PostgreSQL does not answer: .*start the server/)
})
