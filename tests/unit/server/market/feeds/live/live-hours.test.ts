import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { expect, it } from 'vitest'
import { LIVE_CATALOGUE } from '#server/market/catalogue.ts'
import { liveProducts } from '#server/market/feeds/live/live-products.ts'
import { closedHours, liveSession } from '#server/market/feeds/live/live-hours.ts'
import { type Closings, closingsSession } from '#rules/closings.ts'

const at = (text: string): number => Date.parse(`2026-${text}:00Z`)
const HOLIDAY: Closings = {
  covers: [[at('11-25T00:00'), at('12-01T12:00')]],
  closed: [[at('11-26T19:30'), at('11-26T23:00')]],
}
const LONGER: Closings = { ...HOLIDAY, covers: [[at('11-25T00:00'), at('12-08T00:00')]] }

const lines = [
  'bybit',
  'kraken',
  'okx',
  'bybit-perpetual',
  'gate-perpetual',
  'okx-perpetual',
] as const
const { products } = liveProducts(LIVE_CATALOGUE, lines)

it.each(['XAUUSDT', 'BTCUSDT'])('knows at each moment what the session of %s says', (symbol) => {
  const product = products.find((each) => each.symbol === symbol)
  if (product === undefined) throw new Error(`${symbol} is not offered`)
  let closings = HOLIDAY
  let asked = 0
  let change = (): void => undefined
  const book = {
    sessionAt: ({ calendar }: typeof product, timeMs: number) => {
      asked += 1
      return closingsSession(calendar, closings, timeMs)
    },
    onChange: (listener: () => void) => void (change = listener),
  }
  const isClosed = closedHours(book, product)
  const told: boolean[] = []
  const said: boolean[] = []
  for (let now = at('11-24T12:00'); now < at('12-03T00:00'); now += 7 * MINUTE_MS) {
    if (now > at('12-01T18:00') && closings === HOLIDAY) {
      closings = LONGER
      change()
    }
    told.push(isClosed(now))
    said.push(liveSession({ sessionAt: book.sessionAt }, product, now).state === 'closed')
  }
  expect(told).toEqual(said)
  expect(new Set(said)).toEqual(new Set([true, false]))
  expect(asked - said.length).toBeLessThan(40)
})

it('looks up a session once, however often it is asked', () => {
  const [product] = products
  if (product === undefined) throw new Error('nothing is offered')
  let asked = 0
  const sessionAt = () => {
    asked += 1
    return { state: 'open', opensAt: null, closesAt: HOUR_MS } as const
  }
  const isClosed = closedHours({ sessionAt, onChange: () => undefined }, product)
  for (let now = 1; now < HOUR_MS; now += MINUTE_MS) expect(isClosed(now)).toBe(false)
  expect(asked).toBe(1)
  isClosed(HOUR_MS)
  expect(asked).toBe(2)
})
