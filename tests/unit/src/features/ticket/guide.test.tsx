import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { order as orderSchema } from '#contract/order.ts'
import { GuideAgain } from '#features/ticket/guide/guide-again.tsx'
import { useFirstTrade } from '#features/ticket/guide/guide-offer.ts'
import { TicketPanel } from '#features/ticket/ticket-panel.tsx'
import { sampleBalance } from '#support/sample-account.ts'
import { useState } from 'react'
import { fakeNetwork, json, type Network, problem, renderFeature } from '../render-feature.tsx'
import { settledOrder } from '../sample-order.ts'
import { bitcoin } from '../sample-product.ts'

const none: Network = () => json({ orders: [], next: null })
const one: Network = () => json({ orders: [z.encode(orderSchema, settledOrder())], next: null })

const asAccount = (account: string): void =>
  localStorage.setItem('userInfo', JSON.stringify({ account, nickname: account }))
beforeEach(() => {
  localStorage.clear()
  asAccount('someone')
})

/** The page of a product, whose button opens the ticket. */
function Host() {
  const [open, setOpen] = useState(false)
  useFirstTrade()
  return (
    <>
      <GuideAgain />
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {open && (
        <TicketPanel
          product={bitcoin}
          direction="up"
          onClose={() => setOpen(false)}
          practiceMoney={null}
        />
      )}
    </>
  )
}

async function visited(answer: Network) {
  const calls = fakeNetwork(({ path, ...sent }) =>
    path.startsWith('/orders?') ? answer({ path, ...sent }) : json({}, 404),
  )
  const { streams, view } = await renderFeature(<Host />)
  const user = userEvent.setup()
  await act(async () => {
    const balance = sampleBalance({ available: '100.00', total: '100.00' })
    streams.state$('balance').next({ value: balance, asOf: streams.now })
  })
  const openTicket = async () => {
    await user.click(screen.getByText('open'))
    return screen.findByRole('dialog', { name: 'Bitcoin' })
  }
  const openGuide = async () => user.click(await screen.findByText('How an order works'))
  return { calls, user, view, openTicket, openGuide, streams }
}
const guide = () => screen.findByRole('dialog', { name: 'How an order works' })
const noGuide = () => expect(screen.queryByText('How an order works')).toBeNull()
/** What is announced: the step that is shown. */
const shown = async () => {
  const sheet = await guide()
  await within(sheet).findByText(/^Step/)
  return sheet.querySelector('[aria-live=polite]')?.textContent
}
const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(within(await guide()).getByRole('button', { name }))

describe('the guide of the first trade', () => {
  it('explains payout, loss, break-even rate and price, with the figures of the ticket', async () => {
    const { user, openTicket, openGuide } = await visited(none)
    await openTicket()
    await openGuide()
    expect(await shown()).toMatch(/^If you’re right.*18\.50 back: your stake of 10\.00.*8\.50/)
    await press(user, 'Next')
    expect(await shown()).toMatch(/^If you’re wrong.*whole stake, 10\.00/)
    await press(user, 'Next')
    expect(await shown()).toMatch(/54\.06% of the time\. Being right half the time isn’t enough/)
    await press(user, 'Next')
    expect(await shown()).toMatch(/^The price decides.*1 min later.*No operator can choose it/)
    expect(screen.getByText('Step 4 of 4')).toBeTruthy()
    await press(user, 'Back')
    expect(screen.getByText('Step 3 of 4')).toBeTruthy()
  })

  it('follows what is put into the ticket', async () => {
    const { user, openTicket, openGuide } = await visited(none)
    const ticket = await openTicket()
    const amount = within(ticket).getByLabelText('Amount')
    await user.clear(amount)
    await openGuide()
    expect(await shown()).toMatch(/Enter a valid amount/)
    await user.click(within(await guide()).getByRole('button', { name: 'Close' }))
    await user.type(amount, '20')
    await openGuide()
    expect(await shown()).toContain('37.00')
  })

  it.each([
    ['skipped', ['Skip']],
    ['read to its end', ['Next', 'Next', 'Next', 'Got it']],
  ])('is not offered again once it is %s', async (_, taps) => {
    const { user, openTicket, openGuide, calls } = await visited(none)
    await openTicket()
    await openGuide()
    for (const name of taps) await press(user, name)
    await waitFor(noGuide)
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
    await user.keyboard('{Escape}')
    await openTicket()
    noGuide()
  })

  it('is remembered for this account alone, whose name is not kept', async () => {
    const { user, openTicket, view } = await visited(none)
    await openTicket()
    await user.click(await screen.findByRole('button', { name: 'Skip' }))
    expect(localStorage.getItem('ticketGuide')).not.toContain('someone')
    view.unmount()
    const again = await visited(none)
    await again.openTicket()
    noGuide()
    expect(again.calls).toEqual([])
    again.view.unmount()
    asAccount('another')
    const other = await visited(none)
    await other.openTicket()
    expect(await screen.findByText('How an order works')).toBeTruthy()
  })

  it.each([
    ['who have traded', one],
    ['while it is not known whether they have', () => new Promise<Response>(() => {})],
    ['if the server does not say', () => problem('unavailable', 503, { retryAfterMs: 1 })],
  ] as [string, Network][])('is not shown to users %s', async (_, answer) => {
    const { openTicket } = await visited(answer)
    const ticket = await openTicket()
    expect(within(ticket).getByLabelText('Amount')).toBeTruthy()
    noGuide()
  })

  it('never appears in a ticket that is open already', async () => {
    const waiting: { answer?: (response: Response) => void } = {}
    const { openTicket } = await visited(
      () =>
        new Promise<Response>((resolve) => {
          waiting.answer = resolve
        }),
    )
    await openTicket()
    await act(async () => waiting.answer?.(json({ orders: [], next: null })))
    noGuide()
  })

  it('is shown again to those who ask for it, also if they have traded', async () => {
    const { user, openTicket } = await visited(one)
    await user.click(screen.getByRole('button', { name: /^Show how an order works/ }))
    await openTicket()
    await user.click(await screen.findByRole('button', { name: 'Skip' }))
    await waitFor(noGuide)
  })
})
