import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PATHS, productPath } from '#lib/paths.ts'
import { type Census, takeCensus } from './census.ts'
import { settle, talkative, type Visit, visit } from './visit.tsx'

const TIMES = 50
const WARM_UP = 3
let census: Census

beforeEach(() => {
  localStorage.clear()
  census = takeCensus()
})
afterEach(() => {
  census.end()
  vi.unstubAllGlobals()
})

const press = async (selector: string): Promise<void> => {
  const button = await vi.waitFor(() => {
    const found = document.querySelector(selector)
    if (found === null) throw new Error(`no ${selector}`)
    return found
  })
  await act(async () => void fireEvent.click(button))
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).not.toBeNull())
}

interface Stay {
  path: string
  /** Standing on the page shows that it is really there. */
  sees: string | RegExp
  does?: () => Promise<void>
}

/** Every finished page, and those with something open on it when it is left. */
const STAYS: Record<string, Stay> = {
  welcome: { path: PATHS.welcome, sees: 'Practice money only' },
  'log in': { path: PATHS.login, sees: 'Login password' },
  'registration, step one': { path: PATHS.registerCheck, sees: 'Opening code' },
  'registration, step two': { path: PATHS.register, sees: 'Trading password' },
  products: { path: PATHS.products, sees: 'Bitcoin' },
  detail: { path: productPath('BTCUSDT'), sees: 'My positions' },
  'detail with the ticket open': {
    path: productPath('BTCUSDT'),
    sees: 'My positions',
    does: () => press('main .sticky button'),
  },
  orders: { path: PATHS.orders, sees: 'No more' },
  'open positions': { path: `${PATHS.orders}?tab=open`, sees: 'Bitcoin' },
  'an order sheet': {
    path: `${PATHS.orders}?tab=open`,
    sees: 'Bitcoin',
    does: () => press('article button'),
  },
}

async function stay(visitor: Visit, { path, sees, does }: Stay): Promise<void> {
  await visitor.go(path)
  expect((await screen.findAllByText(sees)).length).toBeGreaterThan(0)
  await does?.()
  await visitor.go(PATHS.about)
}

it.each(Object.entries(STAYS))(
  'visiting %s fifty times leaves nothing behind',
  async (_name, one) => {
    const streams = talkative()
    const visitor = await visit(streams)
    for (let i = 0; i < WARM_UP; i++) await stay(visitor, one)
    await settle(300)
    const before = { ...census.counts(), watchers: streams.connection$.observers.length }
    const known = census.list()
    for (let i = 0; i < TIMES; i++) await stay(visitor, one)
    await settle(300)
    const news = census.list().filter((line) => !known.includes(line))
    const after = { ...census.counts(), watchers: streams.connection$.observers.length }
    expect([...streams.leases]).toEqual([])
    expect(after.charts).toBe(0)
    expect(after, news.join('\n')).toEqual(before)
    visitor.leave()
    expect([...streams.leases]).toEqual([])
  },
  60_000,
)

it('sees leases and a chart while a page stands, so that their absence says something', async () => {
  const streams = talkative()
  const visitor = await visit(streams)
  const empty = census.counts()
  await visitor.go(productPath('BTCUSDT'))
  await vi.waitFor(() => expect(census.counts().charts).toBe(1))
  const leased = [...streams.leases.keys()]
  expect(leased).toEqual(expect.arrayContaining(['quote:18:detail', 'candles:BTCUSDT:1m']))
  expect(census.counts().timers).toBeGreaterThan(empty.timers)
  expect(census.counts().observed).toBeGreaterThan(empty.observed)
  visitor.leave()
  expect([...streams.leases]).toEqual([])
})
