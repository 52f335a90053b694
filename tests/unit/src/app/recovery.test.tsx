import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useAtomValue } from 'jotai'
import { describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { order } from '#contract/order.ts'
import { Recovery } from '#app/recovery.tsx'
import { commandTimerAtom, earlierAtom } from '#commands/commands.ts'
import { TicketPanel } from '#features/ticket/ticket-panel.tsx'
import { useAcceptance } from '#features/ticket/use-acceptance.ts'
import { forgetSessionAtom, refreshUserAtom, tokenAtom } from '#api/session.ts'
import { toastsAtom } from '#notifications/toasts.ts'
import {
  fakeNetwork,
  json,
  type Network,
  problem,
  renderFeature,
  type Sent,
} from '../features/render-feature.tsx'
import { sampleBalance } from '#support/sample-account.ts'
import { sampleOrder } from '../features/sample-order.ts'
import { bitcoin } from '../features/sample-product.ts'

const wireOrder = z.encode(order, sampleOrder())
const receipt = { text: 't', signature: 's', keyId: 'k' }
const silent = (): Promise<Response> => new Promise(() => {})
const isAboutOrders = ({ path }: Pick<Sent, 'path'>): boolean => /^\/(orders|commands)/.test(path)
const posts = (calls: readonly Sent[]): number =>
  calls.filter(({ method, path }) => method === 'POST' && path === '/orders').length

/** What the browser would hold after a log-in; the server confirms the same account. */
function loggedInAs(account: string, handle = `handle-${account}`): Network {
  localStorage.setItem('token', handle)
  localStorage.setItem('userInfo', JSON.stringify({ account, nickname: account }))
  const me = {
    account,
    nickname: account,
    openingCode: '0123456789',
    level: 'ordinary',
    createdAt: 1,
  }
  return ({ path }) => (path === '/me' ? json({ handle, me }) : silent())
}

function Page() {
  useAcceptance(bitcoin.symbol, 'toast', () => {})
  return (
    <>
      <Recovery earlier={useAtomValue(earlierAtom)} />
      <TicketPanel product={bitcoin} direction="up" onClose={() => {}} practiceMoney={null} />
    </>
  )
}

/** A page of its own: its store knows only what the device has kept. Waits take no time but move the clock. */
async function page(session: Network, answer: Network = silent) {
  const calls = fakeNetwork((sent) => (isAboutOrders(sent) ? answer(sent) : session(sent)), {
    lookUps: true,
  })
  let clock = 0
  const timer = {
    now: () => clock,
    wait: (ms: number) =>
      instead(() => {
        clock += ms
      }),
  }
  const { store, streams, view } = await renderFeature(<Page />, '/', (fresh) =>
    fresh.set(commandTimerAtom, timer),
  )
  await act(async () => {
    streams.tick(bitcoin.id, 6_400_000, 'up')
    streams.state$('balance').next({ value: sampleBalance(), asOf: streams.now })
  })
  const texts = (): string[] => store.get(toastsAtom).map(({ text }) => text)
  return { calls, store, view, texts, user: userEvent.setup() }
}
const silentWait = (): Promise<void> => new Promise(() => {})
const instead = (pass: () => void): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(() => {
      pass()
      resolve()
    }, 1)
  })
const buy = (): HTMLElement => screen.getByRole('button', { name: /^Up|Sending|Checking/ })

/** Taps, hears nothing, and is gone. */
async function tappedAndReloaded(session: Network): Promise<string> {
  const calls = fakeNetwork(session)
  const { store, streams, view } = await renderFeature(<Page />)
  store.set(commandTimerAtom, { now: () => 0, wait: silentWait })
  await act(async () => streams.tick(bitcoin.id, 6_400_000, 'up'))
  await userEvent.click(buy())
  await waitFor(() => expect(posts(calls)).toBe(1))
  view.unmount()
  cleanup()
  return calls.find(({ method }) => method === 'POST')?.key ?? ''
}
const storedNames = (): string[] =>
  Object.keys(localStorage).filter((name) => name.startsWith('command:'))

describe('a reload between the tap and the answer', () => {
  it('finds the accepted order by its key, says so once, and sends nothing again', async () => {
    const session = loggedInAs('tester1')
    const key = await tappedAndReloaded(session)
    const next = await page(session, () => json({ answer: { order: wireOrder, receipt } }))
    await waitFor(() => expect(next.texts()).toEqual(['Bitcoin order, 10.00: done.']))
    const asked = next.calls.map(({ path }) => path).filter((path) => isAboutOrders({ path }))
    expect(asked).toEqual([`/commands/order/${key}`])
    expect(storedNames()).toEqual([])
    expect(buy().textContent).toMatch(/^Up/)
  })

  it('says that nothing was bought when the server never hears of it, and sends nothing again', async () => {
    const session = loggedInAs('tester1')
    await tappedAndReloaded(session)
    const next = await page(session, () => json({ answer: null }))
    await waitFor(() => expect(next.texts()).toHaveLength(2))
    expect(next.texts()[0]).toContain('Bitcoin order, 10.00: checking whether it went through')
    expect(next.texts()[1]).toContain('not done. Your money wasn’t touched')
    expect(posts(next.calls)).toBe(0)
    expect(storedNames()).toEqual([])
  })

  it('lets nobody order the product again while it is being checked', async () => {
    const session = loggedInAs('tester1')
    await tappedAndReloaded(session)
    const next = await page(session, silent)
    await screen.findByText(/We’re checking whether your order was accepted/)
    expect(buy()).toHaveProperty('disabled', true)
    await next.user.click(buy())
    expect(posts(next.calls)).toBe(0)
    expect(storedNames()).toHaveLength(1)
  })

  it('shows another account nothing, and tells its own at its next log-in', async () => {
    const own = loggedInAs('tester1')
    await tappedAndReloaded(own)
    const other = await page(loggedInAs('tester2'), () => json({ answer: null }))
    await act(() => instead(() => {}))
    expect(other.calls.filter(isAboutOrders)).toEqual([])
    expect(other.texts()).toEqual([])
    expect(buy().textContent).toMatch(/^Up/)
    other.view.unmount()
    const back = await page(loggedInAs('tester1'), () =>
      json({ answer: { order: wireOrder, receipt } }),
    )
    await waitFor(() => expect(back.texts()).toEqual(['Bitcoin order, 10.00: done.']))
  })

  it('asks only for an account that the server confirms', async () => {
    await tappedAndReloaded(loggedInAs('tester1'))
    const next = await page(
      () => problem('not_logged_in', 401),
      () => json({ answer: null }),
    )
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
    await act(() => instead(() => {}))
    expect(next.calls.some(isAboutOrders)).toBe(false)
    expect(next.texts()).toEqual([])
    expect(storedNames()).toHaveLength(1)
  })
})

describe('without a reload', () => {
  it('forgets the kept order with the final answer', async () => {
    const session = loggedInAs('tester1')
    const answer = Promise.withResolvers<Response>()
    const { user, texts, calls } = await page(session, () => answer.promise)
    await user.click(buy())
    await waitFor(() => expect(storedNames()).toHaveLength(1))
    answer.resolve(json({ order: wireOrder, receipt }))
    await waitFor(() => expect(texts()).toEqual([expect.stringMatching(/^Purchase Successful · /)]))
    expect(storedNames()).toEqual([])
    expect(posts(calls)).toBe(1)
  })

  it('asks again after a log-in when the session ended before it could be asked', async () => {
    let session = loggedInAs('tester1')
    let known = false
    const { user, store, texts } = await page(
      (sent) => session(sent),
      ({ method }) => {
        if (method === 'POST') return problem('unavailable', 503)
        return known
          ? json({ answer: { order: wireOrder, receipt } })
          : problem('not_logged_in', 401)
      },
    )
    await user.click(buy())
    await screen.findByText(/Your session ended before we could check/)
    expect(storedNames()).toHaveLength(1)
    known = true
    await act(async () => void store.set(forgetSessionAtom, 'ended'))
    await act(async () => {
      session = loggedInAs('tester1', 'another')
      store.set(tokenAtom, 'another')
      await store.set(refreshUserAtom)
    })
    await waitFor(() => expect(texts()).toEqual(['Bitcoin order, 10.00: done.']))
    expect(storedNames()).toEqual([])
  })
})
