import { describe, expect, it } from 'vitest'
import type { z } from 'zod/mini'
import { pageSnapshot } from '#contract/page-snapshot.ts'
import { marketSession } from '#contract/product.ts'
import { knownFromPage } from '#streams/atoms/page-snapshot.ts'
import {
  storedQuote,
  storedSession,
  storedState,
  storedStats,
} from '#streams/atoms/stored-shapes.ts'
import {
  type Kept,
  type KnownKey,
  type LastKnown,
  recall,
  remember,
} from '#streams/atoms/last-known.ts'
import { messagesFold } from '#streams/topics/messages.ts'
import type { StateOf, StateTopic } from '#streams/topics/table.ts'
import type { Stamped } from '#streams/types.ts'
import { anOrder } from '#support/orders.ts'
import { sampleBalance, sampleMessage, sampleProfile } from '#support/sample-account.ts'
import { sampleFund, sampleRate } from '#support/sample-fund.ts'

const QUOTE = { price: 5, movement: 'up' as const, open: 4, high: 6, low: 3, tickAt: 9 }
const STATS = {
  last: 5,
  reference: 4,
  riseRate: 2_500,
  high: 6,
  low: -3,
  volume: 1.5,
  amount: '7.25',
}

/** A device that keeps what is written as JSON, as the real one does. */
function device(): LastKnown & { rows: Map<string, string>; writes: KnownKey[] } {
  const rows = new Map<string, string>()
  const writes: KnownKey[] = []
  const keyOf = ({ topic, personal }: KnownKey): string => `${personal ? 'own' : 'all'} ${topic}`
  return {
    rows,
    writes,
    read: (key) => JSON.parse(rows.get(keyOf(key)) ?? 'null') as Stamped<unknown> | null,
    newest: () => 0,
    write: (key, asOf, encode) => {
      writes.push(key)
      rows.set(keyOf(key), JSON.stringify({ value: encode(), asOf }))
    },
  }
}
/** What the next visit knows of a value that this one knew. */
function visitLater<T>(kept: Kept<T>, value: T): Stamped<T> | null {
  const known = device()
  remember(known, kept, { value, asOf: 77, personal: true })
  return recall(known, kept, true)
}
const shapes = (kept: Kept<never>): z.ZodMiniType => kept.shape

function kept<K extends StateTopic>(topic: K): Kept<StateOf<K>> {
  const entry = storedState(topic)
  if (entry === undefined) throw new Error(`${topic} is not kept`)
  return entry
}

describe('what is kept on the device', () => {
  it('comes back as it was, with its time', () => {
    expect(visitLater(storedQuote(1), QUOTE)).toEqual({ value: QUOTE, asOf: 77 })
    expect(visitLater(storedStats(1), STATS)?.value).toEqual(STATS)
    const session = marketSession.parse({ state: 'closed', opensAt: 5, closesAt: null })
    expect(visitLater(storedSession(1), session)?.value).toEqual(session)
    const balance = sampleBalance({ available: '12.34', profitAndLoss: '-5.00' })
    expect(visitLater(kept('balance'), balance)?.value).toEqual(balance)
    expect(visitLater(kept('profile'), sampleProfile())?.value).toEqual(sampleProfile())
    expect(visitLater(kept('fund'), sampleFund())?.value).toEqual(sampleFund())
    expect(visitLater(kept('rates'), [sampleRate()])?.value).toEqual([sampleRate()])
  })
  it('is open positions alone: what settled while watched is not told twice', () => {
    const open = [anOrder({ id: '9' }), anOrder({ id: '8', status: 'live' })]
    const later = visitLater(kept('positions'), { open, settled: [anOrder({ id: '7' })] })
    expect(later?.value).toEqual({ open, settled: [] })
  })
  it('is messages as the server counts them: what is read is worked out again', () => {
    const snapshot = {
      unread: 1,
      latest: [sampleMessage({ id: '9' }), sampleMessage({ readAt: 5 })],
    }
    const messages = messagesFold.snapshot(snapshot, null)
    expect(messages.readUpTo).toBe('8')
    expect(visitLater(kept('messages'), messages)?.value).toEqual(messages)
  })
  it('is kept under a name for each product', () => {
    expect([storedQuote(7), storedStats(7), storedSession(7)].map(({ topic }) => topic)).toEqual([
      'quote:7',
      'stats:7',
      'session:7',
    ])
  })
  it('counts as unknown when any part of it is missing or of another kind', () => {
    const whole: [z.ZodMiniType, Record<string, unknown>][] = [
      [shapes(storedQuote(1) as Kept<never>), QUOTE],
      [shapes(storedStats(1) as Kept<never>), STATS],
    ]
    for (const [shape, value] of whole) {
      expect(shape.safeParse(value).success).toBe(true)
      for (const part of Object.keys(value)) {
        expect(shape.safeParse({ ...value, [part]: undefined }).success).toBe(false)
        expect(shape.safeParse({ ...value, [part]: [] }).success).toBe(false)
      }
    }
    for (const price of [0, -1, 1.5]) {
      expect(shapes(storedQuote(1) as Kept<never>).safeParse({ ...QUOTE, price }).success).toBe(
        false,
      )
    }
    for (const movement of ['down', 'none']) {
      expect(storedQuote(1).shape.safeParse({ ...QUOTE, movement }).success).toBe(true)
    }
    expect(storedQuote(1).shape.safeParse({ ...QUOTE, movement: '' }).success).toBe(false)
  })
})

describe('recalling and remembering', () => {
  it('knows nothing without a device, and of a topic that was never written', () => {
    expect(recall(null, storedQuote(1), false)).toBeNull()
    expect(recall(device(), storedQuote(1), false)).toBeNull()
    expect(() =>
      remember(null, storedQuote(1), { value: QUOTE, asOf: 1, personal: false }),
    ).not.toThrow()
  })
  it('keeps what is a user’s own apart from what is public', () => {
    const known = device()
    remember(known, storedQuote(1), { value: QUOTE, asOf: 1, personal: false })
    expect(recall(known, storedQuote(1), true)).toBeNull()
    expect(recall(known, storedQuote(1), false)?.value).toEqual(QUOTE)
    expect(known.writes).toEqual([{ topic: 'quote:1', personal: false }])
  })
  it('counts what an earlier version wrote in another form as unknown', () => {
    const known = device()
    known.write({ topic: 'quote:1', personal: false }, 1, () => ({ last: 5 }))
    expect(recall(known, storedQuote(1), false)).toBeNull()
  })
  it('works out the written form only when the device asks for it', () => {
    const late: (() => unknown)[] = []
    const lazy: LastKnown = {
      read: () => null,
      newest: () => 0,
      write: (_key, _asOf, encode) => late.push(encode),
    }
    const balance = { value: sampleBalance({ available: '1.00' }), asOf: 1, personal: true }
    remember(lazy, kept('balance'), balance)
    expect(late.map((encode) => encode())).toMatchObject([{ available: '1.00' }])
  })
})

describe('what the page itself holds', () => {
  const page = pageSnapshot.parse({
    at: 1_000,
    products: [],
    quotes: [1, 7, 500, 1, 2, -3, 40, 8, 9, 0, 0, 0, 0],
    stats: [[7, 500, 400, 600, 300, 12, '3.5']],
  })
  it('is known as if an earlier visit had kept it, each price with the time of its own tick', () => {
    const known = knownFromPage(page)
    expect([...known.keys()]).toEqual(['quote:7', 'quote:8', 'stats:7'])
    expect(known.get('quote:7')).toEqual({
      value: { price: 500, movement: 'none', open: 501, high: 502, low: 497, tickAt: 960 },
      asOf: 1_000,
    })
    expect(known.get('stats:7')).toEqual({
      value: {
        last: 500,
        reference: 400,
        riseRate: 2_500,
        high: 600,
        low: 300,
        volume: 12,
        amount: '3.5',
      },
      asOf: 1_000,
    })
  })
  it('fits the shapes in which it is read again', () => {
    const known = knownFromPage(page)
    expect(storedQuote(7).shape.safeParse(known.get('quote:7')?.value).success).toBe(true)
    expect(storedStats(7).shape.safeParse(known.get('stats:7')?.value).success).toBe(true)
  })
  it('is nothing where the page brought no prices', () => {
    expect(knownFromPage({ ...page, quotes: [1], stats: [] }).size).toBe(0)
  })
})
