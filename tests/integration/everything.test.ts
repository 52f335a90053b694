import { readdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { problem } from '#contract/errors.ts'
import { order } from '#contract/order.ts'
import { act, ledgerRecord } from '#contract/records.ts'
import { CSV_BOM } from '#rules/csv.ts'
import { parseAmount } from '#rules/amounts.ts'
import { addFundWeek, publishFundRate } from '#support/fund-week.ts'
import { grant } from '#support/ledger-room.ts'
import { addHistory, type RecordsRoom, recordsRoom } from '#support/records-room.ts'
import { makeUser } from '#support/trading-fixture.ts'
import { pause, until } from '#support/until.ts'
import { addPayoutAccount } from '#support/cashier-room.ts'

const ORDERS = 10_000
const FILES = 38
const MIB = 1_048_576
let folder: string
let room: RecordsRoom
let url: string
let userId: bigint

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-everything-'))
  room = await recordsRoom(folder)
  url = await room.http.listen({ port: 0 })
  userId = await addHistory(room.owner, ORDERS)
  await room.owner.query(
    `insert into sessions (secret_hash, handle, user_id, created_at, seen_at, expires_at, user_agent,
        address, device_hash)
      select sha256(convert_to('secret' || u.id, 'utf8')), 'handle' || u.id, u.id, now(), now(), now(),
        'Agent of ' || u.id, '192.0.2.1', sha256('device') from users u`,
  )
  await room.owner.query(
    `insert into messages (user_id, kind, params, sent_at)
      select u.id, 'order_void', json_build_object('orderId', n::text), n
      from users u, generate_series(1, 1200) n`,
  )
  await room.owner.query(
    `insert into log_ins (user_id, at, succeeded, known) select id, 1, true, false from users`,
  )
  await room.owner.query(
    "select log_act(1, 'anna', 'customer_viewed', $1, '', ''), log_act(1, 'anna', 'customer_viewed', $2, '', '')",
    [userId, await makeUser(room.owner, 500n)],
  )
}, 120_000)
afterAll(async () => {
  await room.close()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (who = userId, signal?: AbortSignal): Promise<Response> =>
  fetch(`${url}/api/everything`, { headers: room.as(who), ...(signal && { signal }) })
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
const opened = async (answer: Response): Promise<Map<string, string>> => {
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return new Map(Object.entries(files).map(([name, bytes]) => [name, utf8.decode(bytes)]))
}
const jsonOf = <S extends z.ZodMiniType>(schema: S, files: Map<string, string>, name: string) =>
  schema.parse(JSON.parse(files.get(name) ?? ''))
const csvRows = (files: Map<string, string>, name: string): string[] =>
  (files.get(name) ?? '').trimEnd().split('\r\n').slice(1)

describe('everything about me, with 20,000 records', () => {
  let files: Map<string, string>
  let answer: Response
  let peak = 0
  beforeAll(async () => {
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    // What is held, not what the collector has not come to yet.
    const held = (): number => {
      collect()
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    }
    const before = held()
    const watch = setInterval(() => {
      peak = Math.max(peak, held() - before)
    }, 500)
    answer = await ask()
    clearInterval(watch)
    files = await opened(answer)
  }, 120_000)

  it('is a zip whose length is known before its end', () => {
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(100_000)
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[\w-]+\.zip"$/,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('has every record, adding up to what the ledger has', async () => {
    const [sum] = await room.owner.query<{ n: bigint; cash: bigint }>(
      `select (select count(*) from transfers where user_id = $1) as n,
        (select sum(amount)::bigint from entries where account_id = user_account($1, 'cash')) as cash`,
      [userId],
    )
    const records = jsonOf(z.array(ledgerRecord), files, 'ledger.json')
    expect(BigInt(records.length)).toBe(sum?.n)
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length)
    const cash = records.filter(({ account }) => account === 'cash')
    expect(cash.reduce((total, { amount }) => total + amount, 0n)).toBe(sum?.cash)
    const amounts = csvRows(files, 'ledger.csv').map((line) => line.split(',').at(-2) ?? '')
    expect(amounts).toHaveLength(records.length)
    const minor = (text: string): bigint =>
      (text.startsWith('-') ? -1n : 1n) * (parseAmount(text.replace('-', '')) ?? 0n)
    expect(amounts.reduce((total, text) => total + minor(text), 0n)).toBe(
      records.reduce((total, { amount }) => total + amount, 0n),
    )
  })

  it('has every order with its receipt, in both forms', async () => {
    const orders = jsonOf(z.array(order), files, 'orders.json')
    expect(orders).toHaveLength(ORDERS)
    expect(csvRows(files, 'orders.csv')).toHaveLength(ORDERS)
    const receipts = jsonOf(
      z.array(z.object({ orderId: z.string(), text: z.string(), signature: z.string() })),
      files,
      'receipts.json',
    )
    expect(receipts.map(({ orderId }) => orderId)).toEqual(orders.map(({ id }) => id))
    expect(receipts[0]?.text).toMatch(/^=text /)
  })

  it('has messages, acts, log-ins and sessions, of this user alone', async () => {
    const many = z.array(z.record(z.string(), z.unknown()))
    expect(jsonOf(many, files, 'messages.json')).toHaveLength(1_200)
    expect(jsonOf(z.array(act), files, 'acts.json')).toHaveLength(1)
    expect(jsonOf(many, files, 'log-ins.json')).toHaveLength(1)
    const sessions = jsonOf(many, files, 'sessions.json')
    expect(sessions.map(({ device }) => device)).toEqual([`Agent of ${userId}`])
    expect(JSON.parse(files.get('profile.json') ?? '')).toMatchObject({ number: `${userId}` })
    expect([...files.keys()]).toContain('README.txt')
  })

  it('begins each CSV with the mark that spreadsheets look for, and is named in the README', () => {
    const readme = files.get('README.txt') ?? ''
    for (const [name, text] of files) {
      if (name !== 'README.txt') expect(readme).toContain(name.split('.')[0])
      if (name.endsWith('.csv')) expect([name, text.startsWith(CSV_BOM)]).toEqual([name, true])
    }
  })

  it('holds no digest, key or handle', async () => {
    const all = [...files.values()].join('\n')
    const [made] = await room.owner.query<{ secret: string; handle: string }>(
      "select encode(secret_hash, 'hex') as secret, handle from sessions where user_id = $1",
      [userId],
    )
    for (const secret of [made?.secret, made?.handle, 'secret_hash', 'password', 'device_hash']) {
      if (secret === 'password')
        expect(all.replace(files.get('README.txt') ?? '', '')).not.toContain(secret)
      else expect(all).not.toContain(secret)
    }
  })

  it('is made in little memory, however long the lists', () => {
    expect(peak).toBeLessThan(26 * MIB)
  })
})

describe('a download', () => {
  let some: bigint
  beforeAll(async () => {
    some = await addHistory(room.owner, 4_000)
  })
  /** The server hears of an end a moment after its reader. */
  const askOnceFree = async (who: bigint): Promise<Map<string, string>> => {
    const free = await until('the end of the export before', async () => {
      const answer = await ask(who)
      return answer.status !== 409 && answer
    })
    return opened(free)
  }

  it('comes one at a time a user, while others have theirs', async () => {
    const other = await makeUser(room.owner, 100n)
    const both = await Promise.all([ask(some), ask(some)])
    const [first, second] = both.toSorted((one, another) => one.status - another.status)
    expect(problem.parse(await second?.json()).code).toBe('export_running')
    expect((await opened(await ask(other))).size).toBe(FILES)
    expect(first?.status).toBe(200)
    await first?.arrayBuffer()
    expect((await askOnceFree(some)).size).toBe(FILES)
  })

  it('that its reader leaves frees the user, the connection and the disk', async () => {
    for (const [moment, leave] of [
      ['while it is made', 30],
      ['once bytes come', 0],
    ] as const) {
      const gone = new AbortController()
      const asked = ask(some, gone.signal)
      if (leave > 0) await pause(leave)
      else {
        const body = (await asked).body?.getReader()
        await body?.read()
      }
      gone.abort()
      await asked.catch(() => undefined)
      expect([moment, (await askOnceFree(some)).size]).toEqual([moment, FILES])
    }
    expect(readdirSync(join(folder, 'exports'))).toEqual([])
    const [busy] = await room.owner.query<{ n: bigint }>(
      `select count(*) as n from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`,
    )
    expect(busy?.n).toBe(0n)
  })

  it('shows one moment: what is posted meanwhile is in none of its files', async () => {
    const owner = await addHistory(room.owner, 3_000)
    const asked = ask(owner)
    await pause(15)
    await grant(room.owner, owner, 5n, '2000-01-02')
    const files = await opened(await asked)
    const records = jsonOf(z.array(ledgerRecord), files, 'ledger.json')
    const balance = z.object({ balance: z.object({ available: z.string() }) })
    const shown = jsonOf(balance, files, 'profile.json').balance.available
    const newest = records.find(({ account }) => account === 'cash')
    expect(records.length).toBe(csvRows(files, 'ledger.csv').length)
    expect(parseAmount(shown)).toBe(
      records
        .filter((line) => line.account === 'cash')
        .reduce((sum, { amount }) => sum + amount, 0n),
    )
    expect(newest).toBeDefined()
  })
})

it('has what the user has in the fund and every day’s income, in both forms', async () => {
  await publishFundRate(room.owner)
  const saver = await makeUser(room.owner, 2_010_000n)
  const ids = await addFundWeek(room.owner, saver)
  const files = await opened(await ask(saver))
  const shown = z.array(z.record(z.string(), z.unknown()))
  const account = { openedThrough: '2024-03-08', income: '2.99', incomeToday: '0.99' }
  expect(jsonOf(shown, files, 'fund-account.json')).toEqual([
    expect.objectContaining({ ...account, carryMillionthsOfACent: 965_000 }),
  ])
  const lots = jsonOf(shown, files, 'fund-lots.json')
  expect(
    lots.map((lot) => [lot['kind'], lot['status'], lot['tradeDay'], lot['remaining']]),
  ).toEqual([
    ['income', 'confirmed', '2024-03-07', '0.99'],
    ['income', 'confirmed', '2024-03-06', '1.00'],
    ['income', 'confirmed', '2024-03-05', '1.00'],
    ['transfer', 'cancelled', '2024-03-04', '0.00'],
    ['transfer', 'confirmed', '2024-03-04', '19970.00'],
  ])
  const redemptions = jsonOf(shown, files, 'fund-withdrawals.json')
  expect(
    redemptions.map((redemption) => [
      redemption['speed'],
      redemption['payDay'],
      redemption['fromLots'],
    ]),
  ).toEqual([
    ['next_day', '2024-03-08', { [`${ids.lot}`]: '20.00' }],
    ['instant', '2024-03-07', { [`${ids.lot}`]: '10.00' }],
  ])
  const income = jsonOf(shown, files, 'fund-income.json')
  expect(income.at(0)).toEqual({
    day: '2024-03-07',
    share: '19992.00',
    dailyRateMillionths: 50,
    carryBefore: 5_000,
    credited: '0.99',
    carryAfter: 965_000,
  })
  for (const [name, rows] of [
    ['fund-account', 1],
    ['fund-lots', 5],
    ['fund-withdrawals', 2],
    ['fund-income', 3],
  ] as const) {
    expect([name, csvRows(files, `${name}.csv`).length]).toEqual([name, rows])
  }
  expect(csvRows(files, 'fund-income.csv')[0]).toBe('"2024-03-07",19992.00,50,5000,0.99,965000')
})

it('says where withdrawals go and until when they wait', async () => {
  const owner = await makeUser(room.owner, 500n)
  await addPayoutAccount(room.owner, owner)
  await room.owner.query(`update payout_accounts set address_mask = 'B•••' where user_id = $1`, [
    owner,
  ])
  await room.owner.query(
    'insert into withdrawal_holds (user_id, since, until) values ($1, 0, 1000)',
    [owner],
  )
  const files = await opened(await ask(owner))
  const shown = z.array(z.record(z.string(), z.unknown()))
  expect(jsonOf(shown, files, 'payout-accounts.json')).toMatchObject([{ address: 'B•••' }])
  expect(jsonOf(z.record(z.string(), z.unknown()), files, 'profile.json')).toMatchObject({
    withdrawalsHeldUntil: '1970-01-01T00:00:01.000Z',
  })
})
