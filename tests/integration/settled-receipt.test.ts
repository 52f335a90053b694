import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { listProducts } from '#contract/endpoints/market.ts'
import { getOrder, getSettledReceipt, placeOrder } from '#contract/endpoints/trading.ts'
import { problem } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import { type SettledReceipt, settledReceipt } from '#contract/settlement-receipt.ts'
import { checkReceipt } from '#rules/receipt-check.ts'
import { checkSeedHours, seedLabel } from '#rules/seed-hour.ts'
import { startOf } from '#rules/signed-order.ts'
import { CHECKPOINT_EVERY_MS } from '#rules/checkpoint.ts'
import { openSimulated } from '#support/market-fixture.ts'
import { type ManualClock, manualClock, playTime } from '#support/manual-clock.ts'
import { readByCommand, readByPython, readWithoutKey } from '#support/receipt-readers.ts'
import { type TestServer, testServer } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'
import { toolsOf } from '../../scripts/receipt-tools.ts'
import { readFileText } from '../../src/verify/read-file.ts'

const SYMBOLS = ['BTCUSDT', 'EURUSD', 'GC', 'ETHUSDT', 'USDJPY']
let clock: ManualClock
let its: TestServer
let visitor: Visitor
let folder: string

async function place(symbol: string, direction: 'up' | 'down'): Promise<Order> {
  const { products } = await visitor.read(listProducts.reply, '/api/products')
  const terms = products.find((each) => each.symbol === symbol)?.terms
  const body = { symbol, direction, stake: '10.00', durationMs: 30_000, termsId: terms?.termsId }
  const { body: reply } = await visitor.command('/api/orders', body)
  return placeOrder.reply.parse(reply).order
}

const receiptOf = ({ id }: Order): Promise<SettledReceipt> =>
  visitor.read(getSettledReceipt.reply, `/api/orders/${id}/receipt`)

async function fileOf(order: Order, receipt?: SettledReceipt): Promise<string> {
  const file = join(folder, `${order.id}.json`)
  const full = receipt ?? (await receiptOf(order))
  writeFileSync(file, JSON.stringify(z.encode(settledReceipt, full)))
  return file
}
async function stepsOf(receipt: SettledReceipt): Promise<string[]> {
  const { steps } = await checkReceipt(receipt, toolsOf(receipt.keys))
  return steps
    .filter(({ verdict }) => verdict !== 'holds')
    .map(({ step, verdict, seq }) => `${step} ${verdict}${seq === undefined ? '' : ` ${seq}`}`)
}

/** As someone with the keys of the database would, who is stopped by no trigger. */
async function alter(sql: string, values: unknown[]): Promise<void> {
  await its.owner.query('alter table ticks disable trigger user')
  await its.owner.query(sql, values)
  await its.owner.query('alter table ticks enable trigger user')
}

let orders: Order[]
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-receipts-'))
  clock = manualClock(Date.UTC(2024, 2, 13, 12))
  its = await testServer({ clock, openMarket: openSimulated(...SYMBOLS) })
  visitor = (await its.registerUser()).visitor
  await visitor.command('/api/practice-money', {})
  await playTime(clock, 3_000)
  orders = []
  for (const symbol of SYMBOLS) {
    orders.push(await place(symbol, 'up'), await place(symbol, 'down'))
    await playTime(clock, 700)
  }
}, 120_000)
afterAll(async () => {
  await its.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('before there is a result', () => {
  it('says so', async () => {
    const [order] = orders
    const answer = await visitor.get(`/api/orders/${order?.id}/receipt`)
    expect([answer.status, problem.parse(answer.body).code]).toEqual([409, 'not_settled'])
  })

  it("is not there in another user's eyes", async () => {
    const other = await its.registerUser()
    const answer = await other.visitor.get(`/api/orders/${orders[0]?.id}/receipt`)
    expect(answer.status).toBe(404)
  })

  it('waits for the next checkpoint, once settled', async () => {
    await playTime(clock, 32_000)
    const settled = await Promise.all(orders.map(receiptOf))
    expect(new Set((await Promise.all(settled.map(stepsOf))).flat())).toEqual(
      new Set(['checkpoint waiting']),
    )
  })
})

describe('ten settled orders', () => {
  it('are found right by each reader', async () => {
    await playTime(clock, CHECKPOINT_EVERY_MS + 1_500)
    const files = await Promise.all(orders.map((order) => fileOf(order)))
    for (const order of orders) expect(await stepsOf(await receiptOf(order))).toEqual([])

    const command = readByCommand(...files)
    expect(command.text).toMatch(/10 passed, 0 failed\s*$/)
    expect(command.status).toBe(0)
    const python = readByPython(...files)
    const verdicts = python.text.split('\n').filter((line) => line.startsWith(folder))
    expect(verdicts).toEqual(files.map((file) => `${file} holds`))
    expect(python.status).toBe(0)
  })

  it('are in a record of the price log from before their start, which names no one', async () => {
    for (const order of orders) {
      const { inclusion, entry } = await receiptOf(order)
      const proof = inclusion && 'record' in inclusion ? inclusion : undefined
      const record = entry.records.find(({ seq }) => seq === proof?.record)
      expect(record).toMatchObject({ kind: 'orders', size: 1 })
      expect(record?.timeMs).toBeLessThan(startOf(order))
    }
  })

  it('are refused by each reader if a server holds another acceptance', async () => {
    const [order, other] = orders
    if (order === undefined) throw new Error('no order')
    const { inclusion } = await receiptOf(order)
    const salt = (value: string | undefined) =>
      its.owner.query('update orders set salt = $2 where id = $1', [order.id, value])
    await its.owner.query('alter table orders disable trigger user')
    await salt((await receiptOf(other ?? order)).inclusion?.salt)
    const altered = await receiptOf(order)
    expect(await its.owner.query("select * from ledger_faults where scope = 'all'")).toMatchObject([
      { invariant: 'tick_orders' },
    ])
    await salt(inclusion?.salt)
    await its.owner.query('alter table orders enable trigger user')
    expect(await stepsOf(altered)).toEqual(['log fails'])
    const file = await fileOf(order, altered)
    expect(readByCommand(file).text).toMatch(/fails +log /)
    expect(readByPython(file).text).toContain(`${file} fails log\n`)
    expect(await stepsOf(await receiptOf(order))).toEqual([])
  })

  it('say what the order says everywhere else', async () => {
    for (const order of orders) {
      const detail = await visitor.read(getOrder.reply, `/api/orders/${order.id}`)
      const receipt = await receiptOf(order)
      expect(receipt.order).toEqual(detail.order)
      expect(receipt.acceptance).toEqual(detail.receipt)
    }
  })

  it('agree with the public history, which the command compares', async () => {
    const [order] = orders
    if (order === undefined) throw new Error('no order')
    const lines = await fetch(`${its.url}/api/ticks/${order.symbol}.ndjson`)
    const ticks = join(folder, 'ticks.ndjson')
    writeFileSync(ticks, await lines.text())
    const file = await fileOf(order)
    expect(readByCommand(file, '--ticks', ticks).status).toBe(0)
  })
})

describe('one digit altered in the database', () => {
  it('of the exit: each reader names the record', async () => {
    const order = orders[2]
    if (order === undefined) throw new Error('no order')
    const seq = (await receiptOf(order)).order.exit?.seq ?? 0
    const sql = 'update ticks set price = price + $3 where seq = $2 and product_id = $1'
    const id = await its.owner.query<{ id: number }>('select id from products where symbol = $1', [
      order.symbol,
    ])
    await alter(sql, [id[0]?.id, seq, 1])
    const altered = await receiptOf(order)
    const file = await fileOf(order, altered)
    await alter(sql, [id[0]?.id, seq, -1])

    const [chain, outcome] = await stepsOf(altered)
    expect(chain).toBe(`chain fails ${seq}`)
    expect(outcome).toMatch(/^outcome fails/)
    const command = readByCommand(file)
    expect(command.status).toBe(1)
    expect(command.text).toContain(`(record ${seq} of ${order.symbol})`)
    const python = readByPython(file)
    expect(python.status).toBe(1)
    expect(python.text).toContain(`chain record ${seq}, outcome`)
  })

  it('of a neighbour that decides nothing: found all the same', async () => {
    const order = orders[4]
    if (order === undefined) throw new Error('no order')
    const receipt = await receiptOf(order)
    const neighbour = receipt.exit.records.at(-1)
    const id = await its.owner.query<{ id: number }>('select id from products where symbol = $1', [
      order.symbol,
    ])
    const sql = 'update ticks set time_ms = time_ms + $3 where seq = $2 and product_id = $1'
    await alter(sql, [id[0]?.id, neighbour?.seq, 1])
    const altered = await receiptOf(order)
    await alter(sql, [id[0]?.id, neighbour?.seq, -1])
    expect(await stepsOf(altered)).toEqual([`chain fails ${neighbour?.seq}`])
    expect(readByPython(await fileOf(order, altered)).text).toContain(
      `chain record ${neighbour?.seq}`,
    )
  })
})

it('with a history that differs from the public one: the command says where', async () => {
  const [order] = orders
  if (order === undefined) throw new Error('no order')
  const receipt = await receiptOf(order)
  const other = structuredClone(receipt.exit.records)
  const [first] = other
  if (first === undefined) throw new Error('no records')
  const ticks = join(folder, 'other.ndjson')
  writeFileSync(ticks, `${JSON.stringify({ ...first, hash: 'f'.repeat(64) })}\n`)
  const reading = readByCommand(await fileOf(order, receipt), '--ticks', ticks)
  expect(reading.status).toBe(1)
  expect(reading.text).toContain(`another record ${first.seq} of ${order.symbol}`)
})

it('does not trust a key that was not given', async () => {
  const [order] = orders
  if (order === undefined) throw new Error('no order')
  const pem = join(folder, 'key.pem')
  writeFileSync(
    pem,
    [
      '-----BEGIN PUBLIC KEY-----',
      'MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
      '-----END PUBLIC KEY-----',
      '',
    ].join('\n'),
  )
  const reading = readByCommand(await fileOf(order), '--key', pem)
  expect(reading.status).toBe(1)
  expect(reading.text).toMatch(/fails\s+acceptance/)
})

describe('the hour of a simulated order', () => {
  const labelOf = async (order: Order) => {
    const receipt = await receiptOf(order)
    const { hours } = await checkSeedHours(receipt, toolsOf(receipt.keys))
    return hours?.map((hour) => [seedLabel(hour).promised, hour.seed])
  }

  it('is unbound on the first day of a server', async () => {
    const [order] = orders
    if (order === undefined) throw new Error('no order')
    expect(await labelOf(order)).toEqual([['within', 'later']])
    const file = await fileOf(order)
    expect(readByCommand(file).text).toContain('unbound: promised too late, by checkpoint 1')
    expect(readByPython(file).text).toContain('unbound: checkpoint 1, ')
  })

  it('is bound a day later, and shows its seed when it is over', async () => {
    await its.app.close()
    await clock.advance(Date.UTC(2024, 2, 14, 17, 56) - clock.now())
    await its.restart()
    await playTime(clock, 10_000)
    const order = await place('BTCUSDT', 'up')
    await playTime(clock, 100_000)
    expect(await stepsOf(await receiptOf(order))).toEqual([])
    expect(await labelOf(order)).toEqual([['bound', 'later']])
    await playTime(clock, 140_000)
    expect(await labelOf(order)).toEqual([['bound', 'published']])
    const file = await fileOf(order)
    expect(readByCommand(file).text).toMatch(
      /bound by checkpoint 1, 28\.9 h ahead; the published seed is the promised one/,
    )
    expect(readByPython(file).text).toMatch(
      / holds\n {2}hour \d+ bound: checkpoint 1, 28\.9 h ahead; seed as promised\n/,
    )
  })
})

describe('what languages read differently', () => {
  const DEEP = 100_000
  it.each([
    ['a fraction', (text: string) => text.replace(/("price":\d+)/, '$1.0')],
    ['an exponent', (text: string) => text.replace(/("durationMs":\d+)000\b/, '$1e3')],
    ['a number too large', (text: string) => text.replace('{', '{"more":9007199254740993,')],
    ['no number', (text: string) => text.replace('{', '{"more":NaN,')],
    [
      'deep nesting',
      (text: string) => text.replace('{', `{"more":${'['.repeat(DEEP)}${']'.repeat(DEEP)},`),
    ],
  ])('is refused by each reader: %s', async (_what, change) => {
    const [order] = orders
    if (order === undefined) throw new Error('no order')
    const file = await fileOf(order)
    const text = readFileSync(file, 'utf8')
    const changed = change(text)
    expect(changed).not.toBe(text)
    writeFileSync(file, changed)
    expect(readFileText(text).kind).toBe('receipt')
    expect(readFileText(changed).kind).toBe('unknown')
    const { command, python } = readWithoutKey(file)
    expect([command.status, python.status]).toEqual([1, 2])
    expect(command.text).toContain('not a settled receipt')
    expect(python.text).toMatch(/^\S+ is not a receipt\n\S+: [^\n]{1,400}\n$/)
  })

  it('is refused as well when it is no regular file, and no reader waits for it', () => {
    const pipe = join(folder, 'pipe.json')
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0)
    for (const file of [pipe, folder, '/dev/zero']) {
      const { command, python } = readWithoutKey(file)
      expect([file, command.status, python.status]).toEqual([file, 2, 2])
      for (const { text } of [command, python]) {
        expect(text).toMatch(/not a regular file/)
        expect(text).not.toMatch(/Traceback|^ {4}at /m)
      }
    }
    const commands = {
      history: ['EURUSD', pipe, '--checkpoints', pipe, '--key', pipe],
      operators: [pipe, '--checkpoints', pipe, '--key', pipe],
      index: ['BTCUSDT', pipe],
      seed: ['EURUSD', pipe, pipe],
    }
    for (const [name, args] of Object.entries(commands)) {
      const command = [`scripts/verify-${name}.ts`, ...args]
      const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' })
      const [first] = stderr.split('\n')
      expect([name, status, first]).toEqual([name, 2, `${pipe} is not a regular file`])
    }
  })
})
