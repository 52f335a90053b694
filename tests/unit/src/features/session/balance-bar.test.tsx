import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { tokenAtom } from '#api/session.ts'
import { balance } from '#contract/balance.ts'
import { BalanceBar } from '#features/session/balance-bar.tsx'
import { commandTimerAtom } from '#commands/commands.ts'
import { toastsAtom } from '#notifications/toasts.ts'
import { balanceWire } from '#support/sample-account.ts'
import {
  fakeNetwork,
  json,
  type Network,
  problem,
  renderFeature,
  instantTimer,
  meAnswer,
} from '../render-feature.tsx'

const wire = (available: string, practiceNextAt: number | null = null) =>
  balanceWire({ available, staked: '5.00', total: available, practiceNextAt })

async function shown(answer: Network = () => json({}), nextAt: number | null = null) {
  localStorage.setItem('token', 'handle')
  const calls = fakeNetwork((sent) => (sent.path === '/me' ? meAnswer() : answer(sent)))
  const room = await renderFeature(<BalanceBar />)
  room.store.set(commandTimerAtom, instantTimer())
  const say = (available: string, next: number | null = null) =>
    act(async () =>
      room.streams.state$('balance').next({
        value: balance.parse(wire(available, next)),
        asOf: room.streams.now,
      }),
    )
  await say('1234.50', nextAt)
  return { ...room, calls, say, user: userEvent.setup() }
}
const get = () => screen.getByRole('button', { name: 'Get practice money' })

it('shows a visitor the ways in and asks for no balance', async () => {
  const { streams } = await renderFeature(<BalanceBar />)
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toContain('back=')
  expect(screen.getByRole('link', { name: 'Register' })).toBeTruthy()
  expect(streams.leases.size).toBe(0)
})

it('shows the balance as it changes, and hides it on demand', async () => {
  const { say, user } = await shown()
  expect(screen.getByRole('status', { name: 'Available balance' }).textContent).toBe('1,234.50')
  await say('9.99')
  expect(screen.getByRole('status', { name: 'Available balance' }).textContent).toBe('9.99')
  await user.click(screen.getByRole('button', { name: 'Hide amounts' }))
  expect(screen.queryByText('9.99')).toBeNull()
  expect(screen.queryByText(/5\.00/)).toBeNull()
})

it('takes practice money with a key and says how much came', async () => {
  const { calls, user, store } = await shown(() =>
    json({ amount: '10000.00', balance: wire('11234.50') }),
  )
  await user.click(get())
  expect(calls[0]).toMatchObject({ method: 'POST', path: '/practice-money' })
  expect(calls[0]?.key).toMatch(/^\d{13}-[0-9a-f]{32}$/)
  expect(store.get(toastsAtom).at(-1)?.text).toBe('You received 10,000.00 of practice money')
})

it('asks with the same key until the answer is final', async () => {
  let tries = 0
  const { calls, user, store } = await shown(() => {
    tries += 1
    if (tries < 3) throw new TypeError('cut')
    return json({ amount: '10000.00', balance: wire('1.00') })
  })
  await user.click(get())
  await waitFor(() => expect(store.get(toastsAtom)).toHaveLength(1))
  expect(new Set(calls.flatMap(({ key }) => key ?? [])).size).toBe(1)
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(3)
})

it('keeps the key until it was done, and takes a new one after that', async () => {
  let answer: Network = () => problem('practice_disabled', 403)
  const { calls, user } = await shown((sent) => answer(sent))
  await user.click(get())
  const first = calls[0]?.key
  answer = () => json({ amount: '10000.00', balance: wire('1.00') })
  await user.click(get())
  expect(calls.at(-1)?.key).toBe(first)
  await user.click(get())
  expect(calls.at(-1)?.key).not.toBe(first)
})

it('takes no room when today’s was taken, and is offered again when the time comes', async () => {
  const nextAt = 1_700_000_000_000 + 86_400_000
  const { say, streams } = await shown(() => json({}), nextAt)
  expect(screen.queryByRole('button', { name: 'Get practice money' })).toBeNull()
  expect(screen.queryByText(/Claimed today|Next:/)).toBeNull()
  streams.now = nextAt
  await say('1.00', nextAt)
  expect(get()).toBeTruthy()
})

it('offers nothing while it is unknown what the user has', async () => {
  localStorage.setItem('token', 'handle')
  fakeNetwork(() => meAnswer())
  await renderFeature(<BalanceBar />)
  expect(screen.queryByRole('button', { name: 'Get practice money' })).toBeNull()
})

it('forgets the balance of the one who logged out', async () => {
  const { store } = await shown()
  await act(async () => store.set(tokenAtom, ''))
  expect(screen.queryByText('1,234.50')).toBeNull()
})
