import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type OpenDatabase, openDatabase } from '#server/platform/db/database.ts'
import { awaitLease, holderOf, isLeased, keepLease, takeLease } from '#server/platform/db/lease.ts'
import { setLeaseLength } from '#support/lease-length.ts'
import { addProduct } from '#support/ledger-room.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { until } from '#support/until.ts'

let database: TestDatabase
const opened: OpenDatabase<'market'>[] = []
beforeAll(async () => {
  database = await testDatabase()
  await addProduct(database.owner, 1, 'BTCUSDT')
})
afterAll(async () => {
  for (const each of opened) await each.close()
  await database.close()
})
beforeEach(() => database.owner.query('delete from leases'))

/** The market's connections of a server with this epoch. */
function marketOf(epoch: number): OpenDatabase<'market'> {
  const market = openDatabase<'market'>(database.urls.market, { connections: 2, epoch })
  opened.push(market)
  return market
}
const expire = (): Promise<unknown> =>
  database.owner.query("update leases set ends_at = clock_timestamp() - interval '1 ms'")

const CANDLE = `insert into candles (product_id, interval, open_time, open, high, low, close, volume, turnover,
  origin) values (1, '1m', $1, 1, 1, 1, 1, 1, 1, 0)`
let minutes = 0
const writeCandle = (market: OpenDatabase<'market'>): Promise<unknown> =>
  market.query(CANDLE, [(minutes += 60_000)])

describe('the lease of the server that writes', () => {
  it('is taken once, and after its end by the next server with a higher epoch', async () => {
    const { owner } = database
    expect(await isLeased(owner)).toBe(false)
    const first = await takeLease(owner, 'first')
    expect(await isLeased(owner)).toBe(true)
    await expect(takeLease(owner, 'second')).rejects.toThrow('already uses the database')
    await expire()
    expect(await takeLease(owner, 'second')).toBe(first + 1)
  })

  it('is taken at once by the server that had it, such as after a crash', async () => {
    const { owner } = database
    const first = await takeLease(owner, 'first')
    await awaitLease(owner, 'first')
    expect(await takeLease(owner, 'first')).toBe(first + 1)
  })

  it('is taken by one of many servers that start at once', async () => {
    const starts = ['a', 'b', 'c', 'd', 'e'].map((holder) => takeLease(database.owner, holder))
    const results = await Promise.allSettled(starts)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('refuses a start while it is renewed, and lets it wait for the end of one that is not', async () => {
    const { owner } = database
    await setLeaseLength(owner, 60)
    const epoch = await takeLease(owner, 'first')
    const kept = keepLease(marketOf(epoch), epoch, () => undefined)
    await expect(awaitLease(owner, 'second')).rejects.toThrow('already uses the database')
    await kept.end()
    await setLeaseLength(owner, 3)
    await awaitLease(owner, 'second')
    await takeLease(owner, 'second')
    await awaitLease(owner, 'third')
    expect(await isLeased(owner)).toBe(false)
  })

  it('is renewed after its end as long as no other server took it', async () => {
    const { owner } = database
    const epoch = await takeLease(owner, 'first')
    await expire()
    const lost: string[] = []
    const kept = keepLease(marketOf(epoch), epoch, (why) => lost.push(why))
    await until('a renewal', () => isLeased(owner))
    await kept.end()
    expect([lost, await isLeased(owner)]).toEqual([[], false])
  })

  it('tells a server once that another one has taken it', async () => {
    const { owner } = database
    const epoch = await takeLease(owner, 'first')
    const lost: string[] = []
    const kept = keepLease(marketOf(epoch), epoch, (why) => lost.push(why))
    await expire()
    // A renewal may come first.
    await until('the other server', () =>
      takeLease(owner, 'second').then(
        () => true,
        () => expire().then(() => false),
      ),
    )
    await until('the loss', () => Promise.resolve(lost.length > 0))
    await kept.end()
    expect(lost).toEqual(['taken'])
    expect(await isLeased(owner)).toBe(true)
  })
})

describe('what a server writes after another one has taken over', () => {
  it.each(['tick_heads', 'candles', 'checkpoints', 'seed_epochs'])(
    'is refused in %s',
    async (table) => {
      const { owner } = database
      const [row] = await owner.query<{ triggers: bigint }>(
        `select count(*) as triggers from pg_trigger
          where tgrelid = $1::regclass and tgfoid = 'refuse_old_epoch'::regproc`,
        [table],
      )
      expect(row?.triggers).toBe(1n)
    },
  )

  it('is refused with its epoch, and what the newer server writes is not', async () => {
    const { owner } = database
    const first = marketOf(await takeLease(owner, 'first'))
    await writeCandle(first)
    await expire()
    const second = marketOf(await takeLease(owner, 'second'))
    await expect(writeCandle(first)).rejects.toMatchObject({ code: 'FT905' })
    await writeCandle(second)
  })

  it('was written before, or not at all: the next server waits for what has begun', async () => {
    const { owner } = database
    const first = marketOf(await takeLease(owner, 'first'))
    await expire()
    const order: string[] = []
    let second: Promise<unknown> | undefined
    await first.transaction(async (tx) => {
      await tx.query(CANDLE, [(minutes += 60_000)])
      second = takeLease(owner, 'second').then(() => order.push('taken'))
      await pause(100)
      order.push('committed')
    })
    await second
    expect(order).toEqual(['committed', 'taken'])
  })
})

it('a data folder keeps the id of its server, from a start that was not refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-holder-'))
  try {
    const refused = holderOf(folder)
    const started = holderOf(folder)
    expect(started.holder).not.toBe(refused.holder)
    started.keep()
    expect(holderOf(folder).holder).toBe(started.holder)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
