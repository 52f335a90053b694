import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { type DeskRoute, parseRoute } from '#desk/desk-route.ts'
import { FrozenView } from '#desk/frozen-view.tsx'
import {
  fakeNetwork,
  json,
  type Network,
  problem,
  renderFeature,
} from '../features/render-feature.tsx'

const frozenWire = (change: object = {}) => ({
  id: '7',
  scope: 'order',
  subject: '100001',
  account: 'trader_one',
  faults: [{ invariant: 'order_terms', detail: 'order 100001: payout 1851 of stake 1000 at 8500' }],
  since: 1_699_900_000_000,
  status: 'frozen',
  due: '18.50',
  proposals: [],
  proposedBy: null,
  endedBy: null,
  endedAt: null,
  amount: null,
  ...change,
})
const list =
  (...items: object[]): Network =>
  ({ method }) =>
    method === 'GET' ? json({ items, next: null }) : json(items[0])

beforeEach(() => {
  location.hash = '#/frozen'
})

async function shown(answer: Network, open: Partial<DeskRoute> = {}) {
  const calls = fakeNetwork(answer)
  const route: DeskRoute = { ...parseRoute('#/frozen'), ...open }
  await renderFeature(<FrozenView me="berta" revision={1} route={route} />)
  return { calls, user: userEvent.setup() }
}
const card = () => screen.findByRole('article', { name: 'Order 100001' })
const button = async (name: string) => within(await card()).getByRole('button', { name })

it('names the fault, whose order it is, and what the rule owes', async () => {
  await shown(list(frozenWire()))
  const { textContent } = await card()
  for (const text of ['trader_one', 'order_terms', 'payout 1851 of stake 1000', '18.50', 'Frozen'])
    expect(textContent).toContain(text)
})

it('asks before a step, and sends nothing but the step', async () => {
  const { user, calls } = await shown(list(frozenWire()))
  await user.click(await button('Compensate'))
  const asked = screen.getByRole('alertdialog')
  expect(asked.textContent).toContain('No result is changed')
  await user.click(within(asked).getByRole('button', { name: 'Yes' }))
  const sent = calls.find(({ method }) => method === 'POST')
  expect([sent?.path, sent?.body]).toEqual(['/desk/frozen/7/step', '{"step":"compensate"}'])
})

it('offers no compensation where no rule gives an amount', async () => {
  await shown(list(frozenWire({ due: null })))
  expect(await button('Lift')).toBeTruthy()
  expect(within(await card()).queryByRole('button', { name: 'Compensate' })).toBeNull()
})

it('leaves the step that this operator proposed to another one', async () => {
  const proposals = [{ step: 'lift', by: 'berta', at: 1_699_900_001_000 }]
  await shown(list(frozenWire({ proposals })))
  expect((await button('Lift')).hasAttribute('disabled')).toBe(true)
  expect((await button('Compensate')).hasAttribute('disabled')).toBe(false)
  expect((await card()).textContent).toContain('You proposed this')
})

it('says that the check still finds the fault', async () => {
  const { user } = await shown((sent) =>
    sent.method === 'GET' ? list(frozenWire())(sent) : problem('document_frozen', 409),
  )
  await user.click(await button('Lift'))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Yes' }))
  expect((await screen.findByRole('alert')).textContent).toContain('still finds the fault')
})

it('lists what ended, by whom, and with what was paid', async () => {
  const ended = {
    status: 'compensated',
    due: null,
    proposedBy: 'anna',
    endedBy: 'berta',
    endedAt: 1_699_900_009_000,
    amount: '18.50',
  }
  const { calls } = await shown(list(frozenWire(ended)), { status: 'ended' })
  const { textContent } = await card()
  expect(textContent).toContain('Proposed by anna, confirmed by berta')
  expect(textContent).toContain('Compensated')
  expect(within(await card()).queryByRole('button')).toBeNull()
  await waitFor(() => expect(calls[0]?.path).toBe('/desk/frozen?ended=true'))
})
