import { HOUR_MS } from '#contract/time.ts'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LIVE_CATALOGUE } from '#server/market/catalogue.ts'
import { ClosingsBook } from '#server/market/feeds/live/closings/closings-book.ts'
import {
  extendClosings,
  readClosings,
  writeClosings,
} from '#server/market/feeds/live/closings/closings-file.ts'
import { readSchedule } from '#server/market/feeds/live/closings/trading-schedule.ts'
import { liveProducts } from '#server/market/feeds/live/live-products.ts'
import { createLogger } from '#server/platform/logging.ts'
import { manualClock } from '#support/manual-clock.ts'

const at = (text: string): number => Date.parse(`2026-${text}:00Z`)
/** A Thursday on which the markets behind the contracts close at 14:30 New York time. */
const NOW = at('11-26T12:00')
const log = createLogger('silent')

/** An answer of the documented shape, with the fields of other markets. */
const scheduleOf = (sessions: [number, number, string][]): string =>
  JSON.stringify({
    updateTime: NOW,
    marketSchedules: {
      EQUITY: { sessions: [{ startTime: 1, endTime: 2, type: 'OVERNIGHT' }] },
      COMMODITY: {
        sessions: sessions.map(([startTime, endTime, type]) => ({ startTime, endTime, type })),
      },
    },
  })
const HOLIDAY: [number, number, string][] = [
  [at('11-25T00:00'), at('11-26T19:30'), 'REGULAR'],
  [at('11-26T19:30'), at('11-26T23:00'), 'NO_TRADING'],
  [at('11-26T23:00'), at('11-27T22:00'), 'REGULAR'],
  [at('11-27T22:00'), at('11-29T23:00'), 'NO_TRADING'],
  [at('11-29T23:00'), at('12-02T00:00'), 'REGULAR'],
]
const closingsOf = (sessions: [number, number, string][]) => ({
  source: 'a test',
  ...readSchedule(scheduleOf(sessions), NOW),
})

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-closings-'))
  file = join(folder, 'closings.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

const { products } = liveProducts(LIVE_CATALOGUE, [
  'bybit',
  'kraken',
  'okx',
  'bybit-perpetual',
  'gate-perpetual',
  'okx-perpetual',
])
const productOf = (symbol: string) => {
  const product = products.find((each) => each.symbol === symbol)
  if (product === undefined) throw new Error(`${symbol} is not offered`)
  return product
}
const gold = productOf('XAUUSDT')

describe('the schedule', () => {
  it('covers what its sessions do, and is closed where they do not trade', () => {
    const { covers, closed } = closingsOf(HOLIDAY)
    expect(covers).toEqual([[at('11-25T00:00'), at('12-02T00:00')]])
    expect(closed).toEqual([
      [at('11-26T19:30'), at('11-26T23:00')],
      [at('11-27T22:00'), at('11-29T23:00')],
    ])
  })

  it('takes a type that is not documented for closed', () => {
    const { closed } = closingsOf([[NOW, NOW + HOUR_MS, 'HALF_OPEN']])
    expect(closed).toEqual([[NOW, NOW + HOUR_MS]])
  })

  it.each([
    ['no JSON', 'busy'],
    ['no commodities', JSON.stringify({ marketSchedules: { EQUITY: { sessions: [] } } })],
    ['no sessions', scheduleOf([])],
    ['a session that ends before it starts', scheduleOf([[NOW, NOW - 1, 'REGULAR']])],
    ['seconds in place of ms', scheduleOf([[NOW / 1_000, NOW / 1_000 + 60, 'REGULAR']])],
    ['another year', scheduleOf([[NOW + 9e9, NOW + 9.1e9, 'REGULAR']])],
  ])('refuses %s', (_, text) => {
    expect(() => readSchedule(text, NOW)).toThrow()
  })
})

describe('the file', () => {
  it('is read as it was written, and keeps what a later schedule does not speak of', () => {
    const first = closingsOf(HOLIDAY)
    const later = {
      ...closingsOf([[at('11-27T00:00'), at('12-04T00:00'), 'REGULAR']]),
      readAt: at('11-28T00:00'),
    }
    const both = extendClosings(first, later)
    writeClosings(file, both)
    expect(readClosings(readFileSync(file, 'utf8'))).toEqual(both)
    expect(both.covers).toEqual([[at('11-25T00:00'), at('12-04T00:00')]])
    expect(both.closed).toEqual([[at('11-26T19:30'), at('11-26T23:00')]])
    expect(
      extendClosings(both, { ...later, readAt: at('11-26T00:00') + 500 * 24 * HOUR_MS }),
    ).toEqual(expect.objectContaining({ closed: [] }))
  })

  it.each([
    ['a date that is none', { covers: [['2026-13-01T00:00:00Z', '2026-12-02T00:00:00Z']] }],
    ['a span backwards', { covers: [['2026-12-02T00:00:00Z', '2026-12-01T00:00:00Z']] }],
    [
      'a closing that is not covered',
      { closed: [['2026-12-01T00:00:00Z', '2026-12-02T00:00:00Z']] },
    ],
    ['a field that it does not know', { holidays: [] }],
  ])('refuses %s', (_, fault) => {
    const good = { source: 'x', readAt: '2026-11-26T00:00:00Z', covers: [], closed: [] }
    expect(readClosings(JSON.stringify(good)).covers).toEqual([])
    expect(() => readClosings(JSON.stringify({ ...good, ...fault }))).toThrow()
  })

  it('is checked in with the one day that is known, and says so', () => {
    const own = new URL(
      '../../../../../../server/market/feeds/live/closings/closings.json',
      import.meta.url,
    )
    expect(readClosings(readFileSync(own, 'utf8')).source).toContain('npm run holidays')
  })
})

describe('the book', () => {
  const bookOf = (nowMs = NOW) => {
    const clock = manualClock(nowMs)
    return { clock, book: new ClosingsBook({ files: [file, join(folder, 'none')], clock, log }) }
  }

  it('closes contracts where nothing is covered, and no other product', () => {
    const { book } = bookOf()
    expect(book.until).toBeNull()
    expect(book.sessionAt(gold, NOW)).toEqual({ state: 'closed', opensAt: null, closesAt: null })
    expect(book.sessionAt(productOf('BTCUSDT'), NOW).state).toBe('open')
  })

  it('closes contracts on a holiday, and says from when to when', () => {
    writeClosings(file, closingsOf(HOLIDAY))
    const { book } = bookOf()
    expect(book.until).toBe(at('12-02T00:00'))
    expect(book.sessionAt(gold, NOW)).toMatchObject({ state: 'open', closesAt: at('11-26T19:30') })
    expect(book.sessionAt(gold, at('11-26T20:00'))).toMatchObject({
      state: 'closed',
      opensAt: at('11-26T23:00'),
    })
    // The daily break, which the schedule of commodities does not have.
    expect(book.sessionAt(gold, at('12-01T22:30')).state).toBe('closed')
  })

  it('reads the file again, opens at once, and closes only after the orders of before have ended', async () => {
    const { clock, book } = bookOf()
    let told = 0
    book.onChange(() => (told += 1))
    const stop = book.start()
    writeClosings(file, closingsOf(HOLIDAY))
    await clock.advance(60_000)
    expect(told).toBe(1)
    expect(book.sessionAt(gold, clock.now()).state).toBe('open')
    await clock.advance(60_000)
    expect(told).toBe(1)
    const closesNow = closingsOf([[at('11-25T00:00'), at('12-02T00:00'), 'NO_TRADING']])
    writeClosings(file, closesNow)
    await clock.advance(60_000)
    const { state, closesAt } = book.sessionAt(gold, clock.now())
    expect(state).toBe('open')
    expect((closesAt ?? 0) - clock.now()).toBeGreaterThan(15 * 60_000 + 3_000)
    expect(book.sessionAt(gold, (closesAt ?? 0) + 1).state).toBe('closed')
    writeFileSync(file, '{"covers": []}')
    await clock.advance(60_000)
    expect(book.sessionAt(gold, clock.now()).state).toBe('open')
    stop()
  })
})

describe('npm run holidays', () => {
  const run = promisify(execFile)
  const answering = async (status: number, text: string) => {
    const server = createServer((_, reply) => void reply.writeHead(status).end(text))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    return { url: `http://127.0.0.1:${port}/fapi/v1/tradingSchedule`, close: () => server.close() }
  }
  const holidays = async (url: string) =>
    run(process.execPath, ['scripts/holidays.ts', '--closings', file, '--url', url])

  it('writes what a server of the documented shape answers', async () => {
    const now = Date.now()
    const server = await answering(
      200,
      scheduleOf([
        [now - HOUR_MS, now + HOUR_MS, 'REGULAR'],
        [now + HOUR_MS, now + 2 * HOUR_MS, 'NO_TRADING'],
      ]),
    )
    const { stdout } = await holidays(server.url)
    server.close()
    expect(stdout).toContain('is known until')
    const written = readClosings(readFileSync(file, 'utf8'))
    expect(written).toMatchObject({
      source: server.url,
      covers: [[now - HOUR_MS, now + 2 * HOUR_MS]],
      closed: [[now + HOUR_MS, now + 2 * HOUR_MS]],
    })
  })

  it.each([
    ['a refusal', 451, '{}'],
    ['another shape', 200, '{"sessions": []}'],
  ])('fails and leaves the file alone after %s', async (_, status, text) => {
    const server = await answering(status, text)
    await expect(holidays(server.url)).rejects.toMatchObject({ code: 1 })
    server.close()
    expect(existsSync(file)).toBe(false)
  })
})
