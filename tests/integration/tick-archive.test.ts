import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { generateKeyPairSync } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addHistory } from '#support/made-history.ts'
import { archiveIn } from '#server/archive/archive-folder.ts'
import { checkArchive } from '#server/archive/check-archive.ts'
import { type Archive, bringDays, openArchive, openOldDays } from '#server/archive/open-archive.ts'
import { isSealed } from '#server/archive/manifest.ts'
import { LogReader } from '#server/market/log-reader.ts'
import { createOldResultsAudit } from '#server/trading/old-results-audit.ts'
import { createLogger } from '#server/platform/logging.ts'
import { isSignedByOneOf, signerOf } from '#server/platform/signer.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { manualClock } from '#support/manual-clock.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { until } from '#support/until.ts'

const MIDNIGHT = Date.UTC(2026, 10, 30)
const ORDERS = 400
const TICK_DAYS = 2

let database: TestDatabase
let folder: string
let wal: string
let checkpoints = 0
const signer = signerOf(generateKeyPairSync('ed25519').privateKey)
let archive: Archive

async function open(): Promise<Archive> {
  await database.owner.query('insert into signing_keys values ($1, $2) on conflict do nothing', [
    signer.keyId,
    signer.publicKeyPem,
  ])
  return openArchive({
    pools: { ...database.pools, app: database.db },
    clock: manualClock(MIDNIGHT),
    log: createLogger('silent'),
    metrics: new Registry(),
    signer,
    dataFolder: folder,
    archiveWal: wal,
    tickDays: TICK_DAYS,
  })
}

/** The market's time, as the newest checkpoint says it. */
async function itIs(ms: number): Promise<void> {
  checkpoints += 1
  await database.owner.query(
    `insert into checkpoints (number, time_ms, heads, previous, text, signature, key_id)
      values ($1, $2, '[]', '', $3, '', (select min(key_id) from signing_keys))`,
    [checkpoints, ms, `checkpoint ${checkpoints}`],
  )
}
const days = async (): Promise<string[]> => {
  const rows = await database.owner.query<{ day: string }>(
    `select substring(relname from '\\d+$') as day from pg_class
      where relispartition and relkind = 'r' and relname ~ '^ticks_' order by 1`,
  )
  return rows.map(({ day }) => day)
}
/** Runs the worker until the database drops nothing more. */
async function runAll(): Promise<void> {
  for (let before = -1; before !== (await days()).length; ) {
    before = (await days()).length
    await archive.run()
    await archive.run()
  }
}

/** Changes something behind the checks of the database. */
const altered = (sql: string): Promise<unknown> =>
  database.owner.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(sql)
  })

beforeEach(async () => {
  database = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'fairtick-archive-'))
  wal = mkdtempSync(join(tmpdir(), 'fairtick-wal-'))
  checkpoints = 0
  // From some minutes before midnight until some minutes after.
  await addHistory(database.owner, ORDERS, { firstMs: MIDNIGHT - 4 * MINUTE_MS })
  await database.owner.query(
    'select make_tick_day(tick_day($1)), make_tick_day(tick_day($1::bigint + 86400000))',
    [MIDNIGHT + DAY_MS],
  )
  archive = await open()
})
afterEach(async () => {
  await database.close()
  for (const each of [folder, wal]) rmSync(each, { recursive: true, force: true })
})

it('moves old days into files, from which all is read as before', async () => {
  const { db, owner } = database
  const reader = new LogReader(db, archive.oldDays)
  const read = async (log: LogReader) => ({
    all: await log.after(1, 0, 100_000),
    some: await log.after(3, 250, 40),
    across: await log.spanning(2, { fromMs: MIDNIGHT - 700, toMs: MIDNIGHT + 1_200 }),
    before: await log.spanning(2, { fromMs: MIDNIGHT - HOUR_MS, toMs: MIDNIGHT - 2 * MINUTE_MS }),
    whole: await log.spanning(2, { fromMs: 0, toMs: MIDNIGHT + DAY_MS }),
    prices: await Promise.all(
      [-DAY_MS, -1, 0, 999, HOUR_MS].map((ms) => log.priceAt(4, MIDNIGHT + ms)),
    ),
    tail: (await log.tail(1, 100)).at(-1),
    band: await log.bandState(1),
    seqs: await Promise.all(
      [-DAY_MS, -MINUTE_MS, 0, 1, HOUR_MS].map((ms) => log.seqBefore(5, MIDNIGHT + ms)),
    ),
    ends: await Promise.all(
      [0, 200, 260, 300, 5_000].map((after) => log.pageEnd(1, { after, until: after + 10 })),
    ),
    pieces: await log.pieces(1, { after: 250, until: 290, separator: '\n' }),
    inputs: await log.inputsLines(1, { after: 0, until: 400 }),
    inputsOf: await log.inputsOf(1, [1, 400]),
  })
  const before = await read(reader)
  expect(before.all.length).toBeGreaterThan(400)

  await itIs(MIDNIGHT + HOUR_MS - 1)
  await runAll()
  expect(await days()).toEqual(['20261129', '20261130', '20261201', '20261202'])
  expect(await owner.query('select 1 from tick_days where closed_at is not null')).toEqual([])

  await itIs(MIDNIGHT + HOUR_MS)
  await runAll()
  expect(readdirSync(archiveIn(folder))).toEqual(['2026-11-29'])
  expect(await days()).toHaveLength(4)

  await itIs(MIDNIGHT + TICK_DAYS * DAY_MS + HOUR_MS)
  await runAll()
  expect(await days()).toEqual(['20261130', '20261201', '20261202'])
  expect(await read(reader)).toEqual(before)
  expect(await faultsOf(owner)).toEqual([])

  await itIs(MIDNIGHT + 4 * DAY_MS + HOUR_MS)
  await runAll()
  expect(await days()).toEqual(['20261202'])
  expect(await read(reader)).toEqual(before)
  archive = await open()
  expect(await read(new LogReader(db, archive.oldDays))).toEqual(before)
  const copies = readdirSync(archiveIn(wal)).map((name) => name.slice(0, '2026-11-29'.length))
  expect(copies).toEqual(readdirSync(archiveIn(folder)))
  const keys = [{ keyId: signer.keyId, publicKey: signer.publicKeyPem }]
  for await (const { isSealed, faults } of checkArchive(archiveIn(folder), (signed) =>
    isSignedByOneOf(keys, signed),
  )) {
    expect([isSealed, faults]).toEqual([true, []])
  }
})

it('keeps a day whose orders are open, wrong or frozen', async () => {
  const { owner } = database
  const late = MIDNIGHT + TICK_DAYS * DAY_MS + HOUR_MS
  await itIs(late)
  const id = '(select min(order_id) from order_records where product_id = 1)'
  await altered(`update settlements set exit_price = exit_price + 1 where order_id = ${id}`)
  await runAll()
  expect(await days()).toHaveLength(4)
  await altered(`update settlements set exit_price = exit_price - 1 where order_id = ${id}`)
  await altered(
    `insert into frozen (scope, subject, user_id, faults, since)
      select 'order', id, user_id, '[]', 1 from orders where id = ${id}`,
  )
  await runAll()
  expect(await owner.query('select 1 from tick_days where checked_at is not null')).not.toEqual([])
  expect(await days()).toHaveLength(4)
  await altered('delete from frozen')
  await runAll()
  expect(await days()).toHaveLength(3)
})

it('keeps a day with a wrong order from before orders were in the log', async () => {
  await itIs(MIDNIGHT + TICK_DAYS * DAY_MS + HOUR_MS)
  const id = '(select min(id) from orders)'
  await altered(`update order_leaf_start set order_id = ${id};
    delete from order_records where order_id = ${id};
    update orders set salt = null where id = ${id};
    update settlements set exit_price = exit_price + 1 where order_id = ${id}`)
  await runAll()
  expect(await days()).toHaveLength(4)
  await altered(`update settlements set exit_price = exit_price - 1 where order_id = ${id}`)
  await runAll()
  expect(await days()).toHaveLength(3)
})

it('takes no record for a day that is closed', async () => {
  const { owner } = database
  await itIs(MIDNIGHT + 2 * DAY_MS)
  await archive.run()
  await expect(
    owner.query(
      `select append_ticks(array[1::smallint], array[h.seq + 1], array[h.time_ms + 1], array[1::smallint],
        array[null::bigint], array[null::bigint], array[null], array[null::int], array[null::bigint],
        array[null::bigint],
        array[sha256(convert_to(tick_record_text('MADE1', h.seq + 1, h.time_ms + 1, 1::smallint, null, null, null, null,
          null, null, null, h.hash), 'UTF8'))])
        from tick_heads h where product_id = 1`,
    ),
  ).rejects.toMatchObject({ code: 'FT904', message: 'the day of a record is closed' })
})

it('has the days that were archived after a backup, after a restore', async () => {
  await itIs(MIDNIGHT + 4 * DAY_MS + HOUR_MS)
  await runAll()
  const { db } = database
  const before = await new LogReader(db, archive.oldDays).after(1, 0, 1_000)
  const days = readdirSync(archiveIn(folder))
  // The backup had the first day only.
  for (const day of days.slice(1)) rmSync(join(archiveIn(folder), day), { recursive: true })
  await expect(new LogReader(db, await openOldDays(db, folder)).after(1, 0, 1_000)).rejects.toThrow(
    /2026-11-30: has no manifest/,
  )
  await bringDays(db, folder, wal)
  expect(readdirSync(archiveIn(folder))).toEqual(days)
  expect(await new LogReader(db, await openOldDays(db, folder)).after(1, 0, 1_000)).toEqual(before)
})

it('stops in the middle of a day, and writes it when it runs once more', async () => {
  await itIs(MIDNIGHT + HOUR_MS)
  const run = archive.run()
  await until('a file', () => existsSync(join(archiveIn(folder), '2026-11-29')))
  const twice = archive.run()
  await archive.stop?.()
  await expect(run).rejects.toThrow(/abort/i)
  expect(twice).toBe(run)
  expect(await isSealed(join(archiveIn(folder), '2026-11-29'))).toBe(false)
  archive = await open()
  await archive.run()
  expect(await isSealed(join(archiveIn(folder), '2026-11-29'))).toBe(true)
})

it('names the day whose files are missing or are those of another', async () => {
  await itIs(MIDNIGHT + 4 * DAY_MS + HOUR_MS)
  await runAll()
  const [first, second] = ['2026-11-29', '2026-11-30'].map((day) => join(archiveIn(folder), day))
  const kept = join(folder, 'kept')
  cpSync(first ?? '', kept, { recursive: true })
  rmSync(first ?? '', { recursive: true })
  const read = async (): Promise<unknown> => {
    const { oldDays } = await open()
    return new LogReader(database.db, oldDays).after(1, 0, 10)
  }
  await expect(read()).rejects.toThrow(/2026-11-29/)
  cpSync(second ?? '', first ?? '', { recursive: true })
  await expect(read()).rejects.toThrow(/2026-11-29.*manifest of 2026-11-30/)
  rmSync(first ?? '', { recursive: true })
  cpSync(kept, first ?? '', { recursive: true })
  expect(await read()).toHaveLength(10)
})

it('finds a result that was altered after its prices left the database', async () => {
  const { db, owner, pools } = database
  await itIs(MIDNIGHT + 4 * DAY_MS + HOUR_MS)
  await runAll()
  const log = new LogReader(db, archive.oldDays)
  const audit = createOldResultsAudit({
    db: pools.auditor,
    clock: manualClock(MIDNIGHT),
    market: { recordsSpanning: (id, fromMs, toMs) => log.spanning(id, { fromMs, toMs }) },
  })
  /** A turn through all orders. */
  const turn = async (): Promise<string[]> => {
    for (let round = 0; round < 4; round += 1) await audit()
    const faults = await owner.query<{ fault: string }>(
      "select invariant || ' ' || subject as fault from ledger_faults order by subject",
    )
    return faults.map(({ fault }) => fault)
  }
  expect(await turn()).toEqual([])
  const [old, other] = await owner.query<{ id: bigint }>(
    'select order_id as id from order_records where product_id = 2 order by seq limit 2',
  )
  await altered(`update settlements set exit_seq = exit_seq + 1 where order_id = ${old?.id}`)
  await altered(`update orders set entry_price = entry_price + 1 where id = ${other?.id}`)
  expect(await turn()).toEqual([`receipt_signed ${old?.id}`, `receipt_signed ${other?.id}`])
})
