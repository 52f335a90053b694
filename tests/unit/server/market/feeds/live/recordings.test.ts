import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { timeMs } from '#contract/scalars.ts'
import { Coverage, hourOfWeek } from '#server/market/feeds/live/recordings/coverage.ts'
import {
  framesIn,
  type RecordedFrame,
  Recording,
} from '#server/market/feeds/live/recordings/recording.ts'
import { LIVE_GROUPS } from '#server/market/feeds/live/sources.ts'
import { VENUES } from '#server/market/feeds/live/venues/table.ts'
import { createMarketClock } from '#server/platform/clock.ts'
import { pause, until } from '#support/until.ts'
import { VenueServer } from '#support/venues/venue-server.ts'

const NEARLY_TEN = Date.UTC(2026, 10, 30, 9, 59, 59)
const scripts = fileURLToPath(new URL('../../../../../../scripts/', import.meta.url))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-frames-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const path = (file: string): string => join(folder, file)
async function read(file: string): Promise<RecordedFrame[]> {
  const frames: RecordedFrame[] = []
  for await (const frame of framesIn(path(file))) frames.push(frame)
  return frames
}

describe('a recording', () => {
  async function record(frames: readonly (readonly [frame: string, atMs: number])[]) {
    const faults: string[] = []
    const recording = new Recording({
      folder,
      venue: 'okx',
      clock: createMarketClock(),
      onFault: (reason) => faults.push(reason),
    })
    for (const [frame, atMs] of frames) recording.write(frame, atMs)
    await recording.close()
    return { faults, files: readdirSync(folder).sort() }
  }

  it('has a file per hour, with each frame and when it arrived', async () => {
    const { files } = await record([
      ['{"a":"ü"}', NEARLY_TEN],
      ['{\n "b": 1\r\n}', NEARLY_TEN + 999],
      ['pong', NEARLY_TEN + 1_000],
    ])
    expect(files).toEqual(['okx-2026-11-30T09-59-59Z.txt.zst', 'okx-2026-11-30T10-00-00Z.txt.zst'])
    expect(await Promise.all(files.map(read))).toEqual([
      [
        { atMs: NEARLY_TEN, frame: '{"a":"ü"}' },
        { atMs: NEARLY_TEN + 999, frame: '{  "b": 1 }' },
      ],
      [{ atMs: NEARLY_TEN + 1_000, frame: 'pong' }],
    ])
  })

  it('gives what it has when its writer was killed', async () => {
    const frames = Array.from({ length: 20_000 }, (_, n) => `{"n":${n * 7_919}}`)
    const { files } = await record(frames.map((frame) => [frame, NEARLY_TEN]))
    const [file = ''] = files
    truncateSync(path(file), 30_000)
    const left = await read(file)
    expect(left.length).toBeGreaterThan(1_000)
    expect(left.map(({ frame }) => frame)).toEqual(frames.slice(0, left.length))
  })

  it('is not written over, and says that', async () => {
    await record([['first', NEARLY_TEN]])
    const { faults, files } = await record([['second', NEARLY_TEN]])
    expect(faults.join()).toContain('EEXIST')
    expect(await read(files[0] ?? '')).toMatchObject([{ frame: 'first' }])
  })

  it('refuses a file that is damaged', async () => {
    writeFileSync(path('okx.txt.zst'), 'not compressed')
    await expect(read('okx.txt.zst')).rejects.toThrow()
  })

  it('reads the forms of other recorders', async () => {
    writeFileSync(path('okx.txt'), '1.5: a\n1723161256771000000 b\nwss://x <- 1.5: sent\n2: c')
    expect(await read('okx.txt')).toEqual([
      { atMs: 1_500, frame: 'a' },
      { atMs: 1_723_161_256_771, frame: 'b' },
      { atMs: 2_000, frame: 'c' },
    ])
  })
})

describe('coverage', () => {
  const SOURCES = {
    GOLD: {
      ...LIVE_GROUPS.large,
      kind: 'perpetual',
      isBusy: false,
      symbols: { okx: 'XAU', bybit: 'XAU', binance: 'XAU' },
    },
    OTHER: { ...LIVE_GROUPS.large, kind: 'spot', isBusy: false, symbols: { okx: 'XAU' } },
  } as const
  const LINES = {
    okx: VENUES['okx-perpetual'],
    bybit: VENUES['bybit-perpetual'],
    binance: VENUES['binance-perpetual'],
  }
  const at = (seconds: number): number => NEARLY_TEN + seconds * 1_000
  const trade = (price: string, atMs: number) => ({
    symbol: 'XAU',
    tradeId: String(atMs),
    price,
    tradedAt: timeMs.parse(atMs),
  })

  it('counts seconds with three fresh venues, and how far those were apart', () => {
    const coverage = new Coverage(SOURCES)
    for (let second = 0; second <= 20; second += 1) {
      coverage.take(LINES.okx, [trade('100', at(second))], at(second))
      coverage.take(LINES.bybit, [trade('100.1', at(second))], at(second))
      // Fresh for five seconds more.
      if (second <= 5) coverage.take(LINES.binance, [trade('100.2', at(second))], at(second))
    }
    const [gold, ...others] = coverage.results()
    expect(others).toEqual([])
    expect(gold).toMatchObject({
      symbol: 'GOLD',
      all: { seconds: 20, covered: 10, trades: 48 },
      trades: { okx: 21, bybit: 21, binance: 6 },
      spreadBps: { median: 20, p99: 20 },
      longestGap: 10,
    })
    // A Monday, from one second before ten on.
    expect(gold?.hours[9]).toEqual({ seconds: 0, covered: 0, trades: 3 })
    expect(gold?.hours[10]).toEqual({ seconds: 20, covered: 10, trades: 45 })
    expect(hourOfWeek(Date.UTC(2026, 10, 29, 23))).toBe(167)
  })

  it('counts nothing for the time in which the recorder did not run', () => {
    const coverage = new Coverage(SOURCES)
    for (const second of [0, 1, 3_600, 3_601])
      coverage.take(LINES.okx, [trade('100', at(second))], at(second))
    expect(coverage.results()[0]?.all).toEqual({ seconds: 2, covered: 0, trades: 4 })
  })
})

describe('the commands', () => {
  async function run(args: readonly string[], whileRunning?: () => Promise<void>) {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const said = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    try {
      await whileRunning?.()
    } finally {
      if (whileRunning !== undefined) child.kill('SIGINT')
    }
    const [out, errors, [code]] = await said
    return { out, errors, code: Number(code) }
  }

  it('record what venues send, and say how well they cover a product', async () => {
    const clock = createMarketClock()
    const names = ['okx', 'bybit', 'binance'] as const
    const servers = await Promise.all(names.map((name) => VenueServer.open(name, clock)))
    const venues = path('venues.json')
    const addresses = servers.map(({ name, url }) => [name, url])
    writeFileSync(venues, JSON.stringify({ venues: Object.fromEntries(addresses), candles: null }))
    try {
      const frames = path('frames')
      const args = [join(scripts, 'record.ts'), frames, '--venues', venues]
      const recorded = await run(args, async () => {
        await until('subscribers', () => servers.every((server) => server.subscribers() > 0))
        for (let n = 1; n <= 40; n += 1) {
          for (const server of servers)
            server.trade({
              symbol: server.name === 'okx' ? 'BTC-USDT' : 'BTCUSDT',
              tradeId: String(n),
              price: '50000.1',
              stampMs: clock.now(),
            })
          await pause(60)
        }
      })
      expect([recorded.errors, recorded.code]).toEqual(['', 0])
      expect(readdirSync(frames)).toHaveLength(3)
      const csv = path('hours.csv')
      const replayed = await run([join(scripts, 'replay-frames.ts'), frames, '--csv', csv])
      expect(replayed.out).toMatch(
        /^BTCUSDT: \d+\.\d\d % of \d+ s with three venues, 0 bp apart, .*; trades: .*okx 40/m,
      )
      expect(replayed.code).toBe(0)
      expect(readFileSync(csv, 'utf8')).toMatch(/^symbol,hour,.*\nBTCUSDT,\d+,\d+,\d+,\d+\n/)
    } finally {
      await Promise.all(servers.map((server) => server.close()))
    }
  })

  it.each([
    [['record.ts'], /npm run record -- FOLDER/],
    [['record.ts', 'x', '--hours', '0'], /--hours takes a positive number/],
    [['record.ts', 'x', '--venues', '/nowhere.json'], /does not name at least 3 venues/],
    [['replay-frames.ts', '/nowhere'], /FOLDER/],
  ])('refuse %j in a sentence', async ([script = '', ...args], sentence) => {
    const { errors, code } = await run([join(scripts, script), ...args])
    expect(errors).toMatch(sentence)
    expect(errors).not.toContain('    at ')
    expect(code).toBeGreaterThan(0)
  })
})
