import { expect, it, vi } from 'vitest'
import { PATHS, productPath, receiptPath, sharedPath } from '#lib/paths.ts'
import { countEverything, leavesNothingBehind, PATIENT, press, tap } from './stays.ts'
import { talkative, visit } from './visit.tsx'

const census = countEverything()

leavesNothingBehind({
  welcome: { path: PATHS.welcome, sees: 'Practice money only' },
  'log in': { path: PATHS.login, sees: 'Login password' },
  'registration, step one': { path: PATHS.registerCheck, sees: 'Account opening code' },
  'registration, step two': { path: PATHS.register, sees: 'Trading password' },
  home: { path: PATHS.home, sees: 'Product recommendations' },
  'an order opened at home': {
    path: PATHS.home,
    sees: 'Product recommendations',
    does: () => press('main [role=tabpanel] li button'),
  },
  'a deposit being made at home': { path: `${PATHS.home}?open=deposit`, sees: 'Submit deposit' },
  products: { path: PATHS.products, sees: 'Bitcoin' },
  detail: { path: productPath('BTCUSDT'), sees: 'My positions' },
  'detail with the ticket open': {
    path: productPath('BTCUSDT'),
    sees: 'My positions',
    does: () => press('main .sticky button'),
  },
  'detail with candles': {
    path: productPath('BTCUSDT'),
    sees: 'My positions',
    does: () => tap('[role=group] [aria-label=Candles]'),
  },
  orders: { path: PATHS.orders, sees: 'No more' },
  'open positions': { path: `${PATHS.orders}?tab=open`, sees: 'Bitcoin' },
  'an order sheet': {
    path: `${PATHS.orders}?tab=open`,
    sees: 'Bitcoin',
    does: () => press('article button'),
  },
  'a shared receipt': {
    path: sharedPath('a'.repeat(26)),
    sees: /^This browser can’t do the calculation/,
  },
  'a receipt': { path: receiptPath('3'), sees: /^This browser can’t do the calculation/ },
  'customer service': { path: PATHS.support, sees: 'word 2' },
})

it('sees leases and a chart while a page stands, so that their absence says something', async () => {
  const streams = talkative()
  const visitor = await visit(streams)
  const empty = census().counts()
  await visitor.go(productPath('BTCUSDT'))
  await vi.waitFor(() => expect(census().counts().charts).toBe(1), PATIENT)
  const leased = [...streams.leases.keys()]
  expect(leased).toContain('quote:18:detail')
  expect(census().counts().timers).toBeGreaterThan(empty.timers)
  expect(census().counts().observed).toBeGreaterThan(empty.observed)
  await tap('[role=group] [aria-label=Candles]')
  await vi.waitFor(
    () => expect([...streams.leases.keys()]).toContain('candles:BTCUSDT:1m'),
    PATIENT,
  )
  expect(census().counts().charts).toBe(1)
  visitor.leave()
  expect([...streams.leases]).toEqual([])
})
