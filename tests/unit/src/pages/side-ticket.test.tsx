import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { reachabilityAtom } from '#api/reachability.ts'
import { commandTimerAtom } from '#commands/commands.ts'
import { order } from '#contract/order.ts'
import { becomeGuestAtom } from '#features/session/become-guest.ts'
import { sampleBalance } from '#support/sample-account.ts'
import { fakeNetwork, json, renderFeature } from '../features/render-feature.tsx'
import { sampleOrder } from '../features/sample-order.ts'
import { bitcoin } from '../features/sample-product.ts'
import { SideTicket } from '../../../../src/pages/trading/side-ticket.tsx'

const receipt = { text: 't', signature: 's', keyId: 'k' }
const accepted = () => json({ order: z.encode(order, sampleOrder()), receipt })

async function opened() {
  localStorage.setItem('token', 'known')
  localStorage.setItem('userInfo', JSON.stringify({ account: 'someone', nickname: 'someone' }))
  const calls = fakeNetwork((sent) => (sent.path === '/orders' ? accepted() : json({}, 404)))
  const { store, streams } = await renderFeature(<SideTicket product={bitcoin} />)
  store.set(commandTimerAtom, {
    now: () => 0,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms >= 6_000 ? 1e6 : 1)),
  })
  await act(async () => {
    streams.tick(bitcoin.id, 6_400_000, 'up')
    const value = sampleBalance({ available: '100.00', total: '100.00' })
    streams.state$('balance').next({ value, asOf: streams.now })
  })
  const orders = (): number => calls.filter(({ path }) => path === '/orders').length
  return { orders, store, user: userEvent.setup() }
}
const choose = (name: string): HTMLElement => screen.getByRole('radio', { name })
const send = (): HTMLElement | null => screen.queryByRole('button', { name: /^(Up|Down)/ })

describe('the ticket at the side', () => {
  it('has no button that orders until a direction is chosen', async () => {
    const { user } = await opened()
    expect(send()).toBeNull()
    expect(screen.getByText('Choose Up or Down first.')).toBeTruthy()
    await user.click(choose('Down'))
    expect(send()?.textContent).toContain('Down')
    expect(send()?.closest('.animate-untouched')?.closest('[data-open]')).not.toBeNull()
  })

  it.each([
    ['offline', 'You’re offline.'],
    ['unreachable', 'The server can’t be reached.'],
  ] as const)(
    'says before a direction is chosen that no order can be sent: %s',
    async (away, text) => {
      const { store } = await opened()
      act(() => store.set(reachabilityAtom, away))
      expect(screen.getByRole('status').textContent).toContain(text)
    },
  )

  it('puts another button in its place when the direction changes, and none after Escape', async () => {
    const { user } = await opened()
    await user.click(choose('Down'))
    const first = send()
    await user.click(choose('Up'))
    expect(send()?.textContent).toContain('Up')
    expect(send()).not.toBe(first)
    await user.keyboard('{Escape}')
    expect(send()).toBeNull()
  })

  it('guides a guest who was created a moment ago, although the server has not said what they ordered', async () => {
    const handle = 'h'
    const guest = { account: 'g_0123456789', nickname: 'g', openingCode: '0123456789' }
    const me = { ...guest, level: 'ordinary', createdAt: 1, guest: true }
    fakeNetwork(({ path }) =>
      path === '/guest' ? json({ handle, me }) : new Promise<Response>(() => {}),
    )
    const { store } = await renderFeature(<SideTicket product={bitcoin} />)
    await act(async () => void (await store.set(becomeGuestAtom)))
    await userEvent.setup().click(choose('Up'))
    expect(await screen.findByText('How an order works')).toBeTruthy()
  })

  it('sends one order for one choice, and asks for the next direction', async () => {
    const { user, orders } = await opened()
    await user.click(choose('Up'))
    await user.dblClick(send() ?? document.body)
    await waitFor(() => expect(send()).toBeNull())
    expect(orders()).toBe(1)
  })
})
