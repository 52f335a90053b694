import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { rememberAtom } from '#api/session.ts'
import { me as account } from '#contract/account.ts'
import { order } from '#contract/order.ts'
import { marketSession, type Product, replayFacts } from '#contract/product.ts'
import { commandTimerAtom } from '#commands/commands.ts'
import { REST_MS, SAME_AGAIN_MS } from '#features/ticket/submission.ts'
import { TicketPanel } from '#features/ticket/ticket-panel.tsx'
import { useAcceptance } from '#features/ticket/use-acceptance.ts'
import { toastsAtom } from '#notifications/toasts.ts'
import { sampleBalance } from '#support/sample-account.ts'
import { sampleLimits } from '#support/sample-limits.ts'
import { fakeNetwork, json, type Network, problem, renderFeature } from '../render-feature.tsx'
import { sampleOrder } from '../sample-order.ts'
import { bitcoin } from '../sample-product.ts'

const receipt = { text: 't', signature: 's', keyId: 'k' }
const wireOrder = z.encode(order, sampleOrder())
const accepted = () => json({ order: wireOrder, receipt })
const silent = () => new Promise<Response>(() => {})

interface HostProps {
  onAccepted?: () => void
  product?: Product
}

function Host({ onAccepted = () => {}, product = bitcoin }: HostProps) {
  useAcceptance(bitcoin.symbol, 'toast', onAccepted)
  return (
    <TicketPanel
      product={product}
      direction="up"
      onClose={() => {}}
      practiceMoney={<button type="button">practice</button>}
    />
  )
}

const money = (available: string) => sampleBalance({ available, total: available })

async function opened(answer: Network = accepted, available = '100.00') {
  const calls = fakeNetwork(answer, { lookUps: true })
  const { store, streams } = await renderFeature(<Host />)
  store.set(commandTimerAtom, { now: () => 0, wait: (ms) => pause(ms >= 6_000 ? 1e6 : 1) })
  await act(async () => {
    streams.tick(bitcoin.id, 6_400_000, 'up')
    streams.state$('balance').next({ value: money(available), asOf: streams.now })
  })
  return { store, streams, calls, user: userEvent.setup() }
}
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })
const buy = (): HTMLElement => screen.getByRole('button', { name: /^Up|Sending|Checking/ })
const amount = (): HTMLElement => screen.getByLabelText('Amount')
const placed = (calls: { method: string }[]): number =>
  calls.filter((call) => call.method === 'POST').length

describe('the ticket', () => {
  it('says before the last tap what would be won, lost and needed, the tie rule and the source', async () => {
    const { user } = await opened()
    expect(
      screen.getByText('Get 18.50 · risk 10.00 · right 54.06% of the time to break even'),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Details' }))
    await screen.findByRole('dialog', { name: 'Details' })
    const terms = document.querySelector('dl')?.textContent ?? ''
    expect(terms).toContain('Payout if right18.50')
    expect(terms).toContain('Profit+8.50')
    expect(terms).toContain('Loss if wrong−10.00')
    expect(terms).toContain('Break-even win rate54.06%')
    expect(terms).toContain('Price unchangedStake refunded')
    expect(terms).toContain('Price sourceSimulated prices')
    expect(terms).toContain('Amount per order5.00 – 2,000.00')
  })

  it('says of recorded prices who can know the outcome, and takes none where they can be watched only', async () => {
    const replay = replayFacts.parse({
      repeats: true,
      fastBars: true,
      watchOnly: true,
      recordedAt: Date.UTC(2014, 4, 8),
      startedAt: Date.UTC(2026, 10, 21),
    })
    const calls = fakeNetwork(accepted, { lookUps: true })
    const { streams } = await renderFeature(<Host product={{ ...bitcoin, replay }} />)
    await act(async () => {
      streams.tick(bitcoin.id, 6_400_000, 'up')
      streams.state$('balance').next({ value: money('100.00'), asOf: streams.now })
    })
    expect(screen.getByText(/Watch only: these bars play faster/)).toBeTruthy()
    await userEvent.click(buy())
    expect(placed(calls)).toBe(0)
    await userEvent.click(screen.getByRole('button', { name: 'Details' }))
    expect(await screen.findByText(/anyone who has this file can know the outcome/)).toBeTruthy()
  })

  it('says to a guest that a user of the device is on a break, and shows no way to limits', async () => {
    localStorage.setItem('token', 'handle')
    localStorage.setItem(
      'userInfo',
      JSON.stringify({ account: 'g_0123456789', nickname: '-', guest: true }),
    )
    const { calls, streams, user } = await opened()
    const limits = sampleLimits({ exclusion: streams.now + 1_000 })
    await act(async () => {
      streams.state$('limits').next({ value: limits, asOf: streams.now })
      streams.state$('positions').next({ value: { open: [], settled: [] }, asOf: streams.now })
    })
    expect(screen.getByText(/^Someone who was logged in on this device/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'My limits' })).toBeNull()
    await user.click(buy())
    expect(placed(calls)).toBe(0)
  })

  it('says beforehand which own limit refuses, sends nothing, and shows the way to the limits', async () => {
    const { calls, streams, user } = await opened()
    const limits = sampleLimits({ stake: { value: '8.00', pending: null } })
    await act(async () => {
      streams.state$('limits').next({ value: limits, asOf: streams.now })
      streams.state$('positions').next({ value: { open: [], settled: [] }, asOf: streams.now })
    })
    expect(screen.getByText('Your own limit per order is 8.00.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'My limits' })).toBeTruthy()
    await user.click(buy())
    expect(placed(calls)).toBe(0)
    await user.clear(amount())
    await user.type(amount(), '8')
    expect(screen.queryByText(/Your own limit/)).toBeNull()
    await user.click(buy())
    expect(placed(calls)).toBe(1)
  })

  it('waits until the server has said whose order it is, and keeps what was put in meanwhile', async () => {
    localStorage.setItem('token', 'known')
    const { calls, user, store } = await opened()
    await user.clear(amount())
    await user.type(amount(), '15')
    expect(buy().getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText(/^Checking that you’re logged in/)).toBeTruthy()
    await user.click(buy())
    expect(placed(calls)).toBe(0)
    const known = { account: 'someone', nickname: 'someone', openingCode: '0123456789' }
    const me = z.parse(account, { ...known, level: 'ordinary', createdAt: 1 })
    await act(async () => store.set(rememberAtom, { handle: 'known', me }))
    expect(amount()).toHaveProperty('value', '15')
    await waitFor(() => expect(buy().getAttribute('aria-disabled')).toBeNull())
  })

  it('sends one order for two quick taps and says that the purchase succeeded', async () => {
    const answer = Promise.withResolvers<Response>()
    const { calls, user, store } = await opened(() => answer.promise)
    await user.dblClick(buy())
    await user.click(buy())
    expect(buy().textContent).toContain('Sending')
    answer.resolve(accepted())
    await waitFor(() => expect(store.get(toastsAtom)[0]?.text).toMatch(/^Purchase Successful · /))
    expect(placed(calls)).toBe(1)
    expect(calls[0]?.key).toMatch(/^\d{13}-[0-9a-f]{32}$/)
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
      symbol: 'BTCUSDT',
      direction: 'up',
      stake: '10.00',
      durationMs: 60_000,
      termsId: '0123456789abcdef',
    })
  })

  it('takes no tap for a moment after an answer, and asks before it sends the same order again', async () => {
    let now = 0
    const rests: (() => void)[] = []
    const { calls, user, store } = await opened()
    store.set(commandTimerAtom, {
      now: () => now,
      wait: (ms) => new Promise((done) => void (ms === REST_MS && rests.push(done))),
    })
    await user.click(buy())
    await waitFor(() => expect(store.get(toastsAtom)).toHaveLength(1))
    expect(buy().getAttribute('aria-disabled')).toBe('true')
    await user.click(buy())
    expect(placed(calls)).toBe(1)
    now = REST_MS
    await act(async () => rests.splice(0).forEach((end) => end()))
    expect(buy().getAttribute('aria-disabled')).toBeNull()
    await user.click(buy())
    const question = await screen.findByRole('alertdialog', { name: 'Place the same order again?' })
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(placed(calls)).toBe(1)
    await user.click(buy())
    await user.click(await screen.findByRole('button', { name: 'Place another' }))
    await waitFor(() => expect(placed(calls)).toBe(2))
    expect(calls[0]?.key).not.toBe(calls[1]?.key)
  })

  it('sends a changed order, and one that comes later, without asking', async () => {
    let now = 0
    const { calls, user, store } = await opened()
    store.set(commandTimerAtom, { now: () => now, wait: (ms) => pause(ms >= 6_000 ? 1e6 : 1) })
    await user.click(buy())
    await waitFor(() => expect(buy().getAttribute('aria-disabled')).toBeNull())
    await user.click(screen.getByRole('button', { name: '50' }))
    await user.click(buy())
    await waitFor(() => expect(placed(calls)).toBe(2))
    await waitFor(() => expect(buy().getAttribute('aria-disabled')).toBeNull())
    now = SAME_AGAIN_MS
    await user.click(buy())
    await waitFor(() => expect(placed(calls)).toBe(3))
  })

  it('says that it is checking after a lost answer, and finds the order by its key', async () => {
    const found = Promise.withResolvers<Response>()
    const { calls, user, store } = await opened(({ method }) => {
      if (method === 'POST') throw new TypeError('connection lost')
      return found.promise
    })
    await user.click(buy())
    await screen.findByText(/We’re checking whether your order was accepted/)
    expect(buy()).toHaveProperty('disabled', true)
    found.resolve(json({ answer: { order: wireOrder, receipt } }))
    await waitFor(() => expect(store.get(toastsAtom)[0]?.text).toMatch(/^Purchase Successful · /))
    const key = calls[0]?.key ?? ''
    expect(calls.map((call) => call.path)).toEqual(['/orders', `/commands/order/${key}`])
  })

  it('sends the same key again when the server knows nothing of it', async () => {
    let posts = 0
    const { calls, user, store } = await opened(({ method }) => {
      if (method === 'GET') return json({ answer: null })
      posts += 1
      return posts === 1 ? problem('unavailable', 503) : accepted()
    })
    await user.click(buy())
    await waitFor(() => expect(store.get(toastsAtom)).toHaveLength(1))
    const keys = calls.filter((call) => call.method === 'POST').map((call) => call.key)
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })

  it('shows why it was refused; the same intent keeps its key, a changed one gets another', async () => {
    const { calls, user } = await opened(() => problem('price_stale', 409))
    await user.click(buy())
    expect((await screen.findByRole('alert')).textContent).toContain('The price is delayed')
    await user.click(buy())
    await waitFor(() => expect(placed(calls)).toBe(2))
    await waitFor(() => expect(buy().textContent).toMatch(/^Up/))
    await user.click(screen.getByRole('button', { name: '50' }))
    await user.click(buy())
    await waitFor(() => expect(placed(calls)).toBe(3))
    const keys = calls.map((call) => call.key)
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('says beyond which limit an amount is, and a tap that makes it the maximum sends nothing', async () => {
    const { calls, user } = await opened(accepted, '9000.00')
    await user.clear(amount())
    await user.type(amount(), '50000')
    expect(screen.getAllByText(/^At most /)).toHaveLength(1)
    await user.click(buy())
    expect(amount()).toHaveProperty('value', '2000')
    expect(screen.getByText('Changed to the maximum, 2,000.00')).toBeTruthy()
    expect(placed(calls)).toBe(0)
    await user.click(buy())
    await waitFor(() => expect(placed(calls)).toBe(1))
    expect(calls[0]?.body).toContain('"stake":"2000.00"')
  })

  it('makes zero 1 when the field is left, and says so', async () => {
    const { user } = await opened()
    await user.clear(amount())
    await user.type(amount(), '0')
    await user.tab()
    expect(amount()).toHaveProperty('value', '1')
    expect(screen.getByText('At least 5.00')).toBeTruthy()
  })

  it('steps to the next round amount, within the limits of the product', async () => {
    const { user } = await opened()
    const less = screen.getByRole('button', { name: 'Decrease amount' })
    const more = screen.getByRole('button', { name: 'Increase amount' })
    await user.click(more)
    expect(amount()).toHaveProperty('value', '20')
    await user.click(less)
    await user.click(less)
    expect(amount()).toHaveProperty('value', '9')
    for (let i = 0; i < 6; i += 1) await user.click(less)
    expect(amount()).toHaveProperty('value', '5')
  })

  it.each([
    ['1,234', '1,234.00'],
    ['1,234.50', '1,234.50'],
  ])('reads %s whole, typed as well as pasted', async (text, stake) => {
    const { user } = await opened(accepted, '10000.00')
    await user.clear(amount())
    await user.type(amount(), text)
    expect(buy().textContent).toContain(stake)
    await user.clear(amount())
    await user.click(amount())
    await user.paste(text)
    expect(buy().textContent).toContain(stake)
  })

  it('shows no letter and no third decimal', async () => {
    const { user } = await opened()
    await user.clear(amount())
    await user.type(amount(), '1a2.3x45')
    expect(amount()).toHaveProperty('value', '12.34')
  })

  it('refuses with words what it cannot read', async () => {
    const { calls, user } = await opened()
    await user.clear(amount())
    await user.click(amount())
    await user.paste('1,2,3')
    expect(screen.getAllByText(/We can’t read this number/).length).toBeGreaterThan(0)
    await user.click(buy())
    expect(amount()).toHaveProperty('value', '1,2,3')
    expect(placed(calls)).toBe(0)
  })

  it('offers practice money when there is too little', async () => {
    const { calls, user } = await opened(accepted, '2.00')
    expect(screen.getAllByText('Available balance too low')).toHaveLength(1)
    expect(screen.getByText('practice')).toBeTruthy()
    await user.click(buy())
    expect(placed(calls)).toBe(0)
  })

  it('refuses the tap while the price is too old, the link is gone, or nothing is connected', async () => {
    const { calls, user, streams } = await opened(silent)
    await act(async () => {
      streams.now += 5_001
      streams.quote$(bitcoin.id).next({
        value: {
          price: 1,
          movement: 'none',
          open: 1,
          high: 1,
          low: 1,
          tickAt: streams.now - 5_001,
        },
        asOf: streams.now,
      })
    })
    expect(screen.getByText('The price is delayed. Orders are paused.')).toBeTruthy()
    await user.click(buy())
    expect(calls).toHaveLength(0)
    await act(async () => {
      streams.tick(bitcoin.id, 6_400_100)
    })
    expect(screen.queryByText('The price is delayed. Orders are paused.')).toBeNull()
    await act(async () => {
      streams.connection$.next({ status: 'reconnecting', attempt: 1, nextAttemptAt: null, asOf: 1 })
    })
    await user.click(buy())
    expect(calls).toHaveLength(0)
  })

  it('says when a closed market opens, and does not offer a duration past the close', async () => {
    const { calls, user, streams } = await opened()
    const session = (value: object) =>
      act(async () => {
        streams.session$(bitcoin.id).next({ value: marketSession.parse(value), asOf: streams.now })
      })
    await session({ state: 'open', opensAt: null, closesAt: streams.now + 45_000 })
    expect(screen.getByRole('radio', { name: /1 min/ })).toHaveProperty('disabled', true)
    expect(screen.getByText(/would expire after the market closes/)).toBeTruthy()
    await session({ state: 'closed', opensAt: streams.now + 3_600_000, closesAt: null })
    expect(screen.getByText(/Market closed \(under maintenance\)\. Opens/)).toBeTruthy()
    await user.click(buy())
    expect(calls).toHaveLength(0)
  })
})
