import { createStore } from 'jotai/vanilla'
import { describe, expect, it } from 'vitest'
import { forgetSessionAtom } from '#api/session.ts'
import { choiceAtom, rememberAtom } from '#features/ticket/remembered.ts'
import { check, openTicket } from '#features/ticket/ticket-model.ts'
import { bitcoin } from '../sample-product.ts'

const KEY = 'own.ticket'
const logIn = (account: string): void => {
  localStorage.setItem('token', 'handle')
  localStorage.setItem('userInfo', JSON.stringify({ account, nickname: account }))
}
/** The page is opened again: nothing is left but what is stored. */
const opened = () => createStore()

describe('the last order on a product', () => {
  it('is remembered on the device, per product', () => {
    logIn('someone')
    const store = opened()
    store.set(rememberAtom, { symbol: 'BTCUSDT', stake: 3_750n, durationMs: 30_000 })
    store.set(rememberAtom, { symbol: 'EURUSD', stake: 10_000n, durationMs: 60_000 })
    expect(opened().get(choiceAtom('BTCUSDT'))).toEqual({ amount: '37.50', durationMs: 30_000 })
    expect(opened().get(choiceAtom('EURUSD'))).toEqual({ amount: '100', durationMs: 60_000 })
    expect(opened().get(choiceAtom('GC'))).toBeNull()
  })

  it('is gone after the log-out, in this page and on the device', () => {
    logIn('someone')
    const store = opened()
    store.set(rememberAtom, { symbol: 'BTCUSDT', stake: 3_750n, durationMs: 30_000 })
    void store.set(forgetSessionAtom, 'ended')
    expect(localStorage.getItem(KEY)).toBeNull()
    logIn('someone')
    expect(opened().get(choiceAtom('BTCUSDT'))).toBeNull()
    expect(store.get(choiceAtom('BTCUSDT'))).toBeNull()
  })

  it('is shown to no other user, whose first order replaces it', () => {
    logIn('someone')
    opened().set(rememberAtom, { symbol: 'BTCUSDT', stake: 3_750n, durationMs: 30_000 })
    logIn('another')
    const store = opened()
    expect(store.get(choiceAtom('BTCUSDT'))).toBeNull()
    store.set(rememberAtom, { symbol: 'EURUSD', stake: 1_000n, durationMs: 60_000 })
    expect(localStorage.getItem(KEY)).not.toContain('37.50')
  })

  it('is ignored if it cannot be read', () => {
    logIn('someone')
    localStorage.setItem(KEY, '{"account":"someone","choices":{"BTCUSDT":{"amount":"1e9"}}}')
    expect(opened().get(choiceAtom('BTCUSDT'))).toBeNull()
  })

  it('keeps the products of the latest fifty', () => {
    logIn('someone')
    const store = opened()
    for (let i = 0; i < 60; i += 1)
      store.set(rememberAtom, { symbol: `P${i}`, stake: 1_000n, durationMs: 60_000 })
    expect(store.get(choiceAtom('P9'))).toBeNull()
    expect(store.get(choiceAtom('P10'))).not.toBeNull()
    expect(store.get(choiceAtom('P59'))).not.toBeNull()
  })
})

describe('a ticket that opens with it', () => {
  const { terms } = bitcoin

  it('has its amount and duration', () => {
    expect(openTicket('down', terms, { amount: '37.50', durationMs: 30_000 })).toEqual({
      direction: 'down',
      amount: '37.50',
      durationMs: 30_000,
    })
  })

  it('keeps an amount beyond the limit of today, which is refused as usual', () => {
    const ticket = openTicket('up', terms, { amount: '999999', durationMs: 30_000 })
    expect(ticket.amount).toBe('999999')
    expect(check(ticket, { terms, available: null })).toMatchObject({ code: 'above_maximum' })
    const poor = openTicket('up', terms, { amount: '100', durationMs: 30_000 })
    expect(check(poor, { terms, available: 500n })).toMatchObject({ code: 'not_enough' })
  })

  it('has the default duration where the remembered one is no longer offered', () => {
    expect(openTicket('up', terms, { amount: '50', durationMs: 45_000 }).durationMs).toBe(60_000)
  })
})
