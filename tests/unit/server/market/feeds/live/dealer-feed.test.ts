import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RawQuote } from '#server/market/feeds/live/dealer/dealer.ts'
import { DealerFeed } from '#server/market/feeds/live/dealer/dealer-feed.ts'
import { oanda } from '#server/market/feeds/live/dealer/oanda.ts'
import { createLogger } from '#server/platform/logging.ts'
import { chanceOf } from '#support/chance.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { pause, until } from '#support/until.ts'
import { DealerServer, priceLine } from '#support/venues/dealer-server.ts'

const START_MS = Date.parse('2026-11-25T08:00:00.000Z')
const TOKEN = '0123456789abcdef0123456789abcdef-fedcba9876543210'
const ACCOUNT = '101-001-1234567-001'
const INSTRUMENTS = ['EUR_USD', 'USD_JPY', 'XAU_USD']

let clock: ManualClock
let server: DealerServer
let feed: DealerFeed
let quotes: RawQuote[]
let logged: string[]
let isOpen: boolean

beforeEach(async () => {
  clock = manualClock(START_MS)
  server = await DealerServer.open(clock, TOKEN)
  quotes = []
  logged = []
  isOpen = true
  feed = new DealerFeed({
    dealer: oanda,
    access: { account: ACCOUNT, environment: 'practice', token: () => TOKEN },
    url: server.url,
    instruments: INSTRUMENTS,
    clock,
    log: createLogger('debug', { write: (text) => void logged.push(text) }),
    random: chanceOf(7),
    isOpen: () => isOpen,
    onQuote: (quote) => void quotes.push(quote),
    onClosed: (instrument, quotedAt) =>
      void quotes.push({ instrument, bid: '', ask: '', quotedAt }),
    onChange: () => undefined,
  })
})
afterEach(async () => {
  await feed.stop()
  await server.close()
  // Whatever went wrong, nothing of it names the token or the account.
  expect(logged.join('')).not.toContain(TOKEN)
  expect(logged.join('')).not.toContain(ACCOUNT)
})

/** Lets market time pass in steps, between which the sockets do what they have to. */
async function play(ms: number, stepMs = 250): Promise<void> {
  for (let left = ms; left > 0; left -= stepMs) {
    await clock.advance(Math.min(stepMs, left))
    await pause(1)
  }
}
/** Lets time pass until something is so. */
async function playUntil(what: string, isSo: () => boolean): Promise<void> {
  await until(what, async () => {
    if (!isSo()) await play(50, 50)
    return isSo()
  })
}
const serving = (): Promise<void> => playUntil('a stream', () => feed.isServing)
const quoted = (count: number): Promise<unknown> => until('quotes', () => quotes.length >= count)
const log = (): string => logged.join('')
const eur = (bid = '1.08341', ask = '1.08353', atMs = clock.now()) => ({
  instrument: 'EUR_USD',
  bid,
  ask,
  atMs,
})

it('asks with the token for all instruments at once, and passes on what is quoted', async () => {
  feed.start()
  await serving()
  expect(server.requests).toEqual([
    { path: `/v3/accounts/${ACCOUNT}/pricing/stream`, token: TOKEN, instruments: INSTRUMENTS },
  ])
  server.quote(eur())
  await quoted(1)
  expect(quotes[0]).toMatchObject({
    instrument: 'EUR_USD',
    bid: '1.08341',
    ask: '1.08353',
    quotedAt: clock.now(),
  })
  expect(feed).toMatchObject({ faults: 0, reconnects: 0, messages: 1, isRefused: false })
})

describe('a line', () => {
  beforeEach(async () => {
    feed.start()
    await serving()
  })

  it('may come in pieces that end within a character', async () => {
    const line = Buffer.from(`{"note":"é€","type":"HEARTBEAT"}\r\n\n${priceLine(eur())}\n`)
    for (const byte of line) {
      server.write(Buffer.from([byte]))
      if (byte > 127) await pause(2)
    }
    await quoted(1)
    expect(feed).toMatchObject({ faults: 0, messages: 2 })
  })

  it('is counted as a fault if it is not as documented, and the next one counts', async () => {
    const now = clock.now()
    const price = (fields: object): string =>
      JSON.stringify({ ...(JSON.parse(priceLine(eur())) as object), ...fields })
    const wrong = [
      'nonsense',
      '[]',
      'null',
      '{"type":"TRANSACTION"}',
      price({ time: 'yesterday' }),
      price({ time: now }),
      price({ instrument: 7 }),
      price({ tradeable: 'yes' }),
      price({ bids: [{ price: 1.08341 }] }),
      price({ bids: [{ price: '1.0834100000001' }] }),
      price({ bids: [{ price: '-1.08' }] }),
      price({ bids: [{ price: '1e0' }] }),
      price({ asks: [{ price: '0.00000' }] }),
      price({ asks: 'none' }),
      price({ instrument: 'GBP_USD' }),
    ]
    for (const line of wrong) server.send(line)
    server.quote(eur('1.083412345678', '1.083532345678'))
    await quoted(1)
    expect(feed.faults).toBe(wrong.length)
    expect(quotes.map(({ bid }) => bid)).toEqual(['1.083412345678'])
  })

  it('takes the best price of each side, and says if there is none', async () => {
    const { time: _, ...fields } = JSON.parse(priceLine(eur())) as Record<string, unknown>
    const of = (bids: string[], asks: string[]): string =>
      JSON.stringify({
        ...fields,
        time: '2026-11-25T08:00:01.000000001Z',
        bids: bids.map((each) => ({ price: each })),
        asks: asks.map((each) => ({ price: each })),
      })
    server.send(of(['9.9', '10.1', '10.09'], ['10.3', '10.21', '11']))
    server.send(of([], ['10.2']))
    server.quote({ ...eur(), tradeable: false })
    await quoted(3)
    expect(quotes.map(({ bid, ask }) => [bid, ask])).toEqual([
      ['10.1', '10.21'],
      ['', ''],
      ['', ''],
    ])
    expect(feed.faults).toBe(0)
  })

  it('that never ends ends the stream', async () => {
    server.write('x'.repeat(70_000))
    await playUntil('the end', () => log().includes('a line is too long'))
    await serving()
    expect(feed.reconnects).toBe(1)
  })
})

describe('a stream', () => {
  it('is asked for again with growing delays when it is cut, and the snapshot passes', async () => {
    feed.start()
    await serving()
    server.quote(eur())
    await quoted(1)
    server.cut()
    await playUntil('the loss', () => !feed.isServing)
    await serving()
    await quoted(2)
    // It is for the price to know that this is no new quote (dealer-prices.test.ts).
    expect(quotes[1]).toEqual(quotes[0])
    server.cut('end')
    await playUntil('the end', () => log().includes('"reason":"ended"'))
    await serving()
    expect(feed.reconnects).toBe(2)
  })

  it('that is silent is dead, also within a line, and heartbeats keep it alive', async () => {
    feed.start()
    await serving()
    await play(20_000)
    expect(feed.isServing).toBe(true)
    server.hasHeartbeats = false
    for (let n = 0; n < 40; n++) {
      server.write('{')
      await play(500)
    }
    expect(log()).toContain('"reason":"silent"')
  })

  it('with heartbeats alone is asked for again after a minute, while a market is open', async () => {
    feed.start()
    await serving()
    isOpen = false
    await play(150_000, 1_000)
    expect(server.requests).toHaveLength(1)
    isOpen = true
    await playUntil('another request', () => server.requests.length > 1)
    expect(log()).toContain('brings no price')
  })

  it('names an instrument of which no price comes any more', async () => {
    feed.start()
    await serving()
    for (let n = 0; n < 80; n++) {
      server.quote(eur(`1.0${1_000 + n}`, `1.0${1_001 + n}`))
      server.quote({ ...eur('150.1', '150.2'), instrument: 'USD_JPY' })
      await play(1_000)
    }
    expect(log()).toMatch(/"symbols":\["XAU_USD"\],"msg":"the dealer sends no price/)
    expect(feed.isServing).toBe(true)
  })

  it('leaves out an instrument that the dealer does not know, and asks for it again later', async () => {
    server.unknown.add('USD_JPY')
    feed.start()
    await serving()
    expect(server.requests.map(({ instruments }) => instruments)).toEqual([
      INSTRUMENTS,
      ['EUR_USD'],
      ['USD_JPY'],
      ['XAU_USD'],
      ['EUR_USD', 'XAU_USD'],
    ])
    expect(log()).toMatch(/"symbols":\["USD_JPY"\],"msg":"the dealer does not know/)
    server.unknown.clear()
    clock.jump(3_600_001)
    server.cut()
    await playUntil('the loss', () => !feed.isServing)
    await serving()
    expect(server.requests.at(-1)?.instruments).toEqual(INSTRUMENTS)
  })

  it('that is never answered is given up, and asked for again', async () => {
    server.isMute = true
    feed.start()
    await playUntil('the second request', () => server.requests.length > 1)
    server.isMute = false
    await serving()
  })
})

describe('a refusal', () => {
  it.each([401, 403, 404])('%i of the token or the account is final', async (code) => {
    server.status = { code }
    feed.start()
    await playUntil('the refusal', () => feed.isRefused)
    server.status = null
    await play(120_000, 1_000)
    expect(server.requests).toHaveLength(1)
    expect(feed.isServing).toBe(false)
    expect(log()).toContain('refuses the token or the account')
  })

  it('of a token that was withdrawn is final too', async () => {
    feed.start()
    await serving()
    server.token = 'another'
    server.cut()
    await playUntil('the refusal', () => feed.isRefused)
    expect(feed.isServing).toBe(false)
  })

  it('429 is kept for as long as the dealer asks', async () => {
    server.status = { code: 429, headers: { 'retry-after': '20' } }
    feed.start()
    await playUntil('the request', () => log().includes('answered with 429'))
    const at = clock.now()
    server.status = null
    await playUntil('the next request', () => server.requests.length > 1)
    expect(clock.now() - at).toBeGreaterThanOrEqual(19_000)
    await serving()
  })

  it('and a redirect are no way to another machine', async () => {
    const other = await DealerServer.open(clock, TOKEN)
    server.status = { code: 302, headers: { location: `${other.url}/v3/` } }
    feed.start()
    await playUntil('the second request', () => server.requests.length > 1)
    expect(other.requests).toEqual([])
    await other.close()
  })

  it('of the machine itself is tried again', async () => {
    const { url } = server
    await server.close()
    feed.start()
    await playUntil('the refusal', () => log().includes('ECONNREFUSED'))
    expect(url).toMatch(/^http/)
    expect(feed.isRefused).toBe(false)
    server = await DealerServer.open(clock, TOKEN)
  })
})
