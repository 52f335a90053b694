import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { holdBalanceAtom } from '#components/balance-hold.ts'
import { HeaderBalance } from '#components/header-balance.tsx'
import { balance } from '#contract/balance.ts'
import { hideAmountsAtom } from '#device/preferences.ts'
import { balanceWire } from '#support/sample-account.ts'
import { renderFeature } from '../features/render-feature.tsx'

async function shown({ calm = true } = {}) {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: calm && query.includes('reduced-motion') }),
  )
  const room = await renderFeature(<HeaderBalance />)
  const put = (available: string, staked = '0.00') =>
    act(async () =>
      room.streams.state$('balance').next({
        value: balance.parse(balanceWire({ available, staked, total: available })),
        asOf: room.streams.now,
      }),
    )
  return { ...room, put }
}
const text = () => document.querySelector('[data-header-balance] > :last-child')?.textContent

it('shows the balance, and what is in positions', async () => {
  const { put, store } = await shown()
  expect(text()).toBeUndefined()
  await put('10000.00')
  await waitFor(() => expect(text()).toBe('10,000.00'))
  await put('9990.00', '10.00')
  await waitFor(() => expect(text()).toBe('9,990.00'))
  expect(screen.getByText('In positions 10.00')).toBeTruthy()
  await act(async () => store.set(hideAmountsAtom, true))
  expect(text()).toBe('••••')
})

it('counts to a new amount within 600 ms, and reads the new one out from the first moment', async () => {
  const { put } = await shown({ calm: false })
  await put('100.00')
  await waitFor(() => expect(text()).toBe('100.00'))
  const seen = new Set<string>()
  const watch = new MutationObserver(() => seen.add(text() ?? ''))
  watch.observe(document.body, { subtree: true, childList: true, characterData: true })
  await put('200.00')
  expect(screen.getByText('Available balance 200.00')).toBeTruthy()
  await waitFor(() => expect(text()).toBe('200.00'), { timeout: 2_000 })
  watch.disconnect()
  expect(seen.size).toBeGreaterThan(2)
})

it('waits while a part of the page holds it', async () => {
  const { put, store } = await shown({ calm: false })
  await put('100.00')
  await waitFor(() => expect(text()).toBe('100.00'))
  let release = (): void => undefined
  await act(async () => {
    release = store.set(holdBalanceAtom)
  })
  await put('300.00')
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(text()).toBe('100.00')
  await act(async () => release())
  await waitFor(() => expect(text()).toBe('300.00'))
})

it('does not wait where nothing moves', async () => {
  const { put, store } = await shown()
  await put('100.00')
  await act(async () => void store.set(holdBalanceAtom))
  await put('300.00')
  await waitFor(() => expect(text()).toBe('300.00'))
})

it('finishes a count that has begun before a part of the page holds it', async () => {
  const { put, store } = await shown({ calm: false })
  await put('100.00')
  await waitFor(() => expect(text()).toBe('100.00'))
  await put('200.00')
  await act(async () => void store.set(holdBalanceAtom))
  await waitFor(() => expect(text()).toBe('200.00'), { timeout: 2_000 })
})
