import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { createQuotesDecoder } from '#contract/quote-frames.ts'
import { quotesData } from '#contract/market-topics.ts'
import { type Envelope, visibleRequest } from '#contract/topics.ts'
import type { QuoteSource, QuoteState } from '#server/platform/socket/hub.ts'
import { createQuoteWheel, type QuoteWheel } from '#server/platform/socket/quote-wheel.ts'
import { type FakeSocketClient, fakeSocketClient } from '#support/fake-socket-client.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'

const START_MS = 1_800_000_000_000

let clock: ManualClock
let wheel: QuoteWheel
let tick: (productId: number, price: number) => void

function build(): void {
  clock = manualClock(START_MS)
  let put: (state: QuoteState) => void = () => undefined
  let seq = 0
  const source: QuoteSource = {
    onTick: (listener) => {
      put = listener
      return () => undefined
    },
    latest: () => [],
    statsRow: () => null,
  }
  wheel = createQuoteWheel(source, clock, 'epoch')
  tick = (productId, price) => {
    seq += 1
    put({ productId, price, seq, timeMs: clock.now() })
  }
}
beforeEach(build)

function page(list: number[], detail: number[] = []): FakeSocketClient {
  const client = fakeSocketClient()
  wheel.show(client, visibleRequest.parse({ list, detail }))
  wheel.open(client, 'quotes')
  return client
}

type Decoder = ReturnType<typeof createQuotesDecoder>

interface Row {
  id: number
  open: number
  high: number
  low: number
  close: number
  tickAt: number
}
function rowsIn([, , , kind, timeMs, data]: Envelope, decode: Decoder): Row[] {
  if (kind === 'heartbeat') return []
  const flat = quotesData.parse(decode(data))
  const rows: Row[] = []
  for (let at = 1; at < flat.length; at += 6) {
    const [id = 0, close = 0, open = 0, high = 0, low = 0, age = 0] = flat.slice(at, at + 6)
    rows.push({
      id,
      close,
      open: close + open,
      high: close + high,
      low: close + low,
      tickAt: timeMs - age,
    })
  }
  return rows
}
/** All frames of a page, read in their order. */
function framesOf(client: FakeSocketClient): { kind: Envelope[3]; rows: Row[] }[] {
  const decode = createQuotesDecoder()
  return client.frames.map((frame) => ({ kind: frame[3], rows: rowsIn(frame, decode) }))
}
const deltaRows = (client: FakeSocketClient): Row[] =>
  framesOf(client).flatMap(({ kind, rows }) => (kind === 'delta' ? rows : []))

describe('the quote wheel', () => {
  it('gives a page that skipped frames one bar over all that it skipped', async () => {
    const client = page([1])
    client.behind = true
    for (const price of [100, 130, 80, 90]) {
      tick(1, price)
      await clock.advance(200)
    }
    expect(deltaRows(client)).toEqual([])
    client.behind = false
    await clock.advance(200)
    expect(deltaRows(client)).toMatchObject([{ open: 100, high: 130, low: 80, close: 90 }])
  })

  it('names its epoch in snapshots alone', async () => {
    const client = page([1])
    tick(1, 100)
    await clock.advance(1_500)
    const named = client.frames.map(([, epoch, , kind]) => `${kind} ${epoch}`)
    expect(new Set(named)).toEqual(new Set(['snapshot epoch', 'delta ', 'heartbeat ']))
  })

  it('starts a page that skipped more than the tape holds again from a snapshot', async () => {
    const client = page([1])
    client.behind = true
    for (let at = 0; at < 40; at += 1) {
      tick(1, 100 + at)
      await clock.advance(100)
    }
    client.behind = false
    await clock.advance(200)
    const [, first] = framesOf(client)
    expect(first).toMatchObject({ kind: 'snapshot', rows: [{ open: 139, close: 139 }] })
  })

  it('cuts a page that reads nothing for 15 seconds', async () => {
    const client = page([1])
    client.behind = true
    for (let at = 0; at < 14; at += 1) {
      tick(1, 100 + at)
      await clock.advance(1_000)
    }
    expect(client.isCut).toBe(false)
    await clock.advance(2_000)
    expect(client.isCut).toBe(true)
  })

  it('does not cut a page only because nothing ticks', async () => {
    const client = page([1])
    await clock.advance(60_000)
    expect(client.isCut).toBe(false)
  })

  it('builds a frame once for all pages of a phase that show the same products', async () => {
    const clients = Array.from({ length: 120 }, () => page([1, 2]))
    tick(1, 100)
    tick(2, 200)
    await clock.advance(100)
    const frames = clients.map(({ bytes }) => bytes[0])
    expect(frames.every((bytes) => bytes !== undefined)).toBe(true)
    // Fifty pages fill a phase.
    expect(new Set(frames).size).toBe(3)
  })

  it('lets few pages share a phase, spreads many evenly, and fills the places of those who left', async () => {
    /** The pages whose first frame comes in each slot, most first. */
    const turns = async (clients: FakeSocketClient[]): Promise<number[]> => {
      tick(1, 100)
      const inSlots: number[] = []
      for (let before = 0, at = 0; at < 20; at += 1) {
        await clock.advance(5)
        const sent = clients.filter(({ bytes }) => bytes.length > 0).length
        inSlots.push(sent - before)
        before = sent
      }
      return inSlots.filter((count) => count > 0).toSorted((a, b) => b - a)
    }
    const open = (count: number) => Array.from({ length: count }, () => page([1]))
    expect(await turns(open(120))).toEqual([50, 50, 20])
    build()
    expect(await turns(open(2_000))).toEqual(Array.from({ length: 20 }, () => 100))
    build()
    const [first, ...others] = open(120)
    if (first !== undefined) wheel.remove(first)
    expect(await turns([...others, ...open(1)])).toEqual([50, 50, 20])
  })

  it('stamps the time of the tick, not of the frame', async () => {
    const client = page([1])
    tick(1, 100)
    const tickAt = clock.now()
    await clock.advance(100)
    expect(deltaRows(client)[0]?.tickAt).toBe(tickAt)
  })

  it('loses no extreme and no last price, whatever a page skips, shows or how late the wheel runs', () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('tick' as const), price: fc.integer({ min: 1, max: 99 }) }),
        fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 300 }) }),
        fc.record({ kind: fc.constant('behind' as const), on: fc.boolean() }),
      ),
      { minLength: 5, maxLength: 60 },
    )
    return fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (script, detail) => {
        build()
        const client = detail ? page([], [1]) : page([1])
        const prices: number[] = []
        let skipped = 0
        for (const step of script) {
          if (step.kind === 'tick') prices.push(step.price)
          if (step.kind === 'tick') tick(1, step.price)
          if (step.kind === 'behind') client.behind = step.on
          if (step.kind === 'wait') {
            await clock.advance(step.ms)
            skipped = client.behind ? skipped + step.ms : 0
          }
          // Beyond the tape a page starts from a snapshot: other tests look at that.
          if (skipped > 2_000) client.behind = false
        }
        client.behind = false
        await clock.advance(300)
        const rows = deltaRows(client)
        expect(rows.length > 0).toBe(prices.length > 0)
        if (prices.length === 0) return
        expect(rows[0]?.open).toBe(prices[0])
        expect(rows.at(-1)?.close).toBe(prices.at(-1))
        expect(Math.max(...rows.map(({ high }) => high))).toBe(Math.max(...prices))
        expect(Math.min(...rows.map(({ low }) => low))).toBe(Math.min(...prices))
        // Bars follow one another: each opens with a tick after those of the bar before.
        expect(barsMatch(rows, prices)).toBe(true)
      }),
      { numRuns: 150 },
    )
  })
})

/** Whether the ticks can be cut, in order, into exactly these bars. */
function barsMatch(rows: Row[], prices: number[], from = 0, row = 0): boolean {
  const bar = rows[row]
  if (bar === undefined) return from === prices.length
  let high = 0
  let low = Infinity
  for (let at = from; at < prices.length; at += 1) {
    const price = prices[at] ?? 0
    high = Math.max(high, price)
    low = Math.min(low, price)
    const whole = high === bar.high && low === bar.low && price === bar.close
    if (whole && prices[from] === bar.open && barsMatch(rows, prices, at + 1, row + 1)) return true
  }
  return false
}
