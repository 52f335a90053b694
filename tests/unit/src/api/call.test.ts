import { describe, expect, it, vi } from 'vitest'
import { isUncertain } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { listAlerts } from '#contract/endpoints/alerts.ts'
import { takePracticeMoney } from '#contract/endpoints/balance.ts'
import { listCheckpoints } from '#contract/endpoints/history.ts'
import { logIn, logOut } from '#contract/endpoints/identity.ts'
import { checkRegistration } from '#contract/endpoints/registration.ts'
import { listCandles } from '#contract/endpoints/market.ts'
import { quoteOrder } from '#contract/endpoints/trading.ts'
import { symbol } from '#contract/scalars.ts'
import { balanceWire } from '#support/sample-account.ts'
import { fakeNetwork, json, problem } from '../features/render-feature.tsx'

const wireBalance = balanceWire({ version: 3, available: '10000.00', total: '10000.00' })

describe('what is sent', () => {
  it('puts parameters into path and query, encoded, and leaves out what is undefined', async () => {
    const calls = fakeNetwork(() => json({ candles: [], more: false }))
    await call(listCandles, { params: { symbol: 'EURUSD' }, query: { interval: '1m', limit: 10 } })
    expect(calls[0]?.path).toBe('/products/EURUSD/candles?interval=1m&limit=10')
  })

  it('encodes amounts as the contract writes them', async () => {
    const calls = fakeNetwork(() => problem('product_unknown', 404))
    const body = {
      symbol: symbol.parse('EURUSD'),
      direction: 'up' as const,
      stake: 1050n,
      durationMs: 60_000,
    }
    await call(quoteOrder, { body })
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ stake: '10.50' })
  })

  it('goes past the browser’s cache only if asked to', async () => {
    const caches: (string | undefined)[] = []
    // The requests of this environment do not say how they were to be cached.
    class Noted extends Request {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(input, init)
        caches.push(init?.cache)
      }
    }
    vi.stubGlobal('Request', Noted)
    vi.stubGlobal('fetch', async () => json({ checkpoints: [], keys: [] }))
    await call(listCheckpoints, { query: { limit: 1 } })
    await call(listCheckpoints, { query: { limit: 1 }, fresh: true })
    expect(caches).toEqual([undefined, 'reload'])
  })

  it('carries the intent key of a money command', async () => {
    const calls = fakeNetwork(() => json({ amount: '10000.00', balance: wireBalance }))
    const answer = await call(takePracticeMoney, { body: {}, key: 'k'.repeat(32) })
    expect(calls[0]?.key).toBe('k'.repeat(32))
    expect(answer).toMatchObject({ ok: true, value: { amount: 1_000_000n } })
  })

  it('sends nothing that the contract would refuse', async () => {
    const calls = fakeNetwork(() => json(null, 204))
    const body = { account: 'no', phone: '12', openingCode: 'x' }
    expect(await call(checkRegistration, { body })).toEqual({
      ok: false,
      error: { kind: 'unsent' },
    })
    expect(calls).toEqual([])
  })
})

describe('what comes back', () => {
  it('leaves out the rows of a list that it does not know, and says how many', async () => {
    const known = {
      id: '3',
      symbol: 'EURUSD',
      direction: 'at_or_above',
      price: 1,
      status: 'active',
    }
    const alert = { ...known, createdAt: 1, hit: null, endedAt: null }
    const rows = [alert, { ...alert, id: '2', status: 'of_a_later_kind' }, { id: '1' }]
    const input = { query: {}, partial: true }
    fakeNetwork(() => json({ alerts: rows, next: '1' }))
    expect(await call(listAlerts, input)).toEqual({
      ok: true,
      value: { alerts: [alert], next: '1' },
      leftOut: 2,
    })
    fakeNetwork(() => json({ alerts: rows.slice(1), next: null }))
    expect(await call(listAlerts, input)).toMatchObject({ error: { kind: 'contract' } })
    fakeNetwork(() => json({ alerts: rows, next: 5 }))
    expect(await call(listAlerts, input)).toMatchObject({ error: { kind: 'contract' } })
  })

  it('reads a candle or a record of a chain with all of its neighbours, or none', async () => {
    fakeNetwork(() => json({ candles: [[60_000, 1, 1, 1, 1, 1], [120_000]], more: false }))
    const input = { params: { symbol: 'EURUSD' }, query: { interval: '1m' as const } }
    expect(await call(listCandles, { ...input, partial: true })).toMatchObject({
      error: { kind: 'contract' },
    })
  })

  it('takes an answer without a body where the contract has none', async () => {
    fakeNetwork(() => new Response(null, { status: 204 }))
    expect(await call(logOut, {})).toEqual({ ok: true, value: undefined })
  })

  it('tells a refusal from a lost session', async () => {
    fakeNetwork(() => problem('login_failed', 401))
    const login = { body: { account: 'a', password: 'b', proof: null } }
    expect(await call(logIn, login)).toMatchObject({
      error: { kind: 'rejected', code: 'login_failed' },
    })
    fakeNetwork(() => problem('not_logged_in', 401))
    expect(await call(logIn, login)).toEqual({ ok: false, error: { kind: 'unauthorised' } })
  })

  it('calls an answer off contract by that name, whatever its status', async () => {
    const login = { body: { account: 'a', password: 'b', proof: null } }
    for (const [body, status] of [
      [{ handle: 1 }, 200],
      ['<html>', 502],
      [{ code: 'no_such_code' }, 400],
    ] as const) {
      fakeNetwork(() => json(body, status))
      expect(await call(logIn, login)).toMatchObject({ error: { kind: 'contract' } })
    }
  })

  it('says network when nothing arrives', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await call(logOut, {})).toEqual({ ok: false, error: { kind: 'network' } })
  })
})

it('knows which failures leave open whether a command was done', () => {
  const rejected = (code: 'internal' | 'unavailable' | 'practice_taken' | 'money_writes_halted') =>
    isUncertain({ kind: 'rejected', code, status: 500, params: {}, issues: [] })
  expect(['internal', 'unavailable'].map((code) => rejected(code as 'internal'))).toEqual([
    true,
    true,
  ])
  expect(rejected('practice_taken')).toBe(false)
  expect(rejected('money_writes_halted')).toBe(false)
  expect(isUncertain({ kind: 'timeout' })).toBe(true)
  expect(isUncertain({ kind: 'contract', detail: '' })).toBe(true)
  expect(isUncertain({ kind: 'program' })).toBe(true)
  expect(isUncertain({ kind: 'unauthorised' })).toBe(false)
  expect(isUncertain({ kind: 'unsent' })).toBe(false)
})
