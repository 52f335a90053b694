import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useAtomValue } from 'jotai'
import { Link, useLocation } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import { product as productSchema } from '#contract/product.ts'
import { SIDES, pairAtom, useOpenPair, usePair } from '../../../../src/pages/trading/pair-state.ts'
import { productPath } from '#lib/paths.ts'
import { fakeNetwork, json, renderFeature } from '../features/render-feature.tsx'
import { bitcoin } from '../features/sample-product.ts'

const START_MS = 1_700_000_000_000
const named = (symbol: string, id: number) => ({
  ...z.encode(productSchema, bitcoin),
  symbol,
  id,
})
const products = [named('BTCUSDT', 1), named('ETHUSDT', 2), named('SOLUSDT', 3)]

/** The trading screen, as far as it decides which products it shows. */
function Screen() {
  const query = new URLSearchParams(useLocation().search)
  const symbol = query.get('symbol') ?? 'BTCUSDT'
  const open = useOpenPair(symbol)
  const { on } = useAtomValue(pairAtom)
  return (
    <>
      <Link to={productPath('SOLUSDT')}>Solana</Link>
      {on ? <Pair symbol={symbol} /> : <p>one: {symbol}</p>}
      <button type="button" onClick={open}>
        second
      </button>
    </>
  )
}

function Pair({ symbol }: { symbol: string }) {
  const pair = usePair(symbol)
  return (
    <>
      <p>ticket: {symbol}</p>
      {SIDES.map((side) => (
        <section key={side} aria-label={side} data-active={side === pair.active}>
          <p>{pair.shown[side]}</p>
          <button type="button" onClick={() => pair.activate(side)}>
            trade
          </button>
          <button type="button" onClick={() => pair.close(side)}>
            close
          </button>
        </section>
      ))}
    </>
  )
}

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  }))
  fakeNetwork(() => json({ products, serverTime: START_MS, source: 'simulated' }))
})

async function opened() {
  await renderFeature(<Screen />)
  const user = userEvent.setup()
  const side = (name: string) => within(screen.getByRole('region', { name }))
  const shown = () =>
    SIDES.map((name) => screen.getByRole('region', { name }).querySelector('p')?.textContent)
  await act(async () => {})
  await user.click(screen.getByRole('button', { name: 'second' }))
  return { user, side, shown }
}

describe('two products beside each other', () => {
  it('begin with the shown one and the first other one, and the ticket goes where the user trades', async () => {
    const { user, side, shown } = await opened()
    expect(shown()).toEqual(['BTCUSDT', 'ETHUSDT'])
    expect(screen.getByText('ticket: BTCUSDT')).toBeTruthy()
    await user.click(side('right').getByRole('button', { name: 'trade' }))
    expect(shown(), 'none of them moves').toEqual(['BTCUSDT', 'ETHUSDT'])
    expect(screen.getByText('ticket: ETHUSDT')).toBeTruthy()
  })

  it('change by the list where the ticket is, and are kept on the device', async () => {
    const { user, side, shown } = await opened()
    await user.click(side('right').getByRole('button', { name: 'trade' }))
    await user.click(screen.getByRole('link', { name: 'Solana' }))
    expect(shown()).toEqual(['BTCUSDT', 'SOLUSDT'])
    expect(screen.getByText('ticket: SOLUSDT')).toBeTruthy()
    expect(JSON.parse(localStorage.getItem('pair') ?? '{}')).toMatchObject({
      on: true,
      left: 'BTCUSDT',
      right: 'SOLUSDT',
      active: 'right',
    })
  })

  it('become one again, which is the other one than the one that was closed', async () => {
    const { user, side, shown } = await opened()
    await user.click(side('left').getByRole('button', { name: 'close' }))
    expect(screen.getByText('one: ETHUSDT')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'second' }))
    expect(shown()[0]).toBe('ETHUSDT')
    expect(shown()[1]).not.toBe('ETHUSDT')
    await user.click(side('right').getByRole('button', { name: 'close' }))
    expect(screen.getByText('one: ETHUSDT')).toBeTruthy()
  })
})
