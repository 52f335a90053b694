import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { type FundRate, fundRate } from '#contract/fund.ts'
import { type DeskRoute, parseRoute } from '#desk/desk-route.ts'
import { FundRatesView } from '#desk/fund-rates-view.tsx'
import {
  fakeNetwork,
  json,
  type Network,
  problem,
  renderFeature,
} from '../features/render-feature.tsx'

/** The fake streams stand on 2023-11-14. */
const proposalWire = (change: object = {}) => ({
  id: '101',
  from: '2023-12-01',
  dailyRate: 50,
  why: 'a calmer market',
  status: 'proposed',
  proposedBy: 'anna',
  proposedAt: 1_699_900_000_000,
  decidedBy: null,
  decidedAt: null,
  ...change,
})
const rate = (from: string, dailyRate: number, by: string[]): FundRate =>
  fundRate.parse({ from, dailyRate, publishedAt: 1, by })

beforeEach(() => {
  location.hash = '#/fund_rates'
})

async function shown(answer: Network, open: Partial<DeskRoute> = {}, me = 'berta') {
  const calls = fakeNetwork(answer)
  const route: DeskRoute = { ...parseRoute('#/fund_rates'), ...open }
  const room = await renderFeature(<FundRatesView me={me} revision={1} route={route} />)
  return { ...room, calls, user: userEvent.setup() }
}
const list =
  (...items: object[]): Network =>
  ({ method }) =>
    method === 'GET' ? json({ items, next: null }) : json({})

it('lists what waits with its first day and yearly figure, and who proposed it', async () => {
  await shown(list(proposalWire()))
  const row = await screen.findByRole('button', { name: /From 1 Dec 2023/ })
  expect(row.textContent).toContain('1.8250%')
  expect(row.textContent).toContain('anna')
  expect(row.textContent).toContain('Proposed')
})

it('shows what a typed rate means while it is typed, and sends it', async () => {
  const { user, calls } = await shown(list())
  await user.click(screen.getByRole('button', { name: 'Propose a rate' }))
  const form = screen.getByRole('region', { name: 'Propose a rate' })
  await user.type(within(form).getByLabelText(/Daily rate in millionths/), '47')
  const figures = within(form).getByText('Per day on 10,000.00').closest('dl')
  expect(figures?.textContent).toContain('0.47')
  expect(figures?.textContent).toContain('1.7155%')
  await user.click(within(form).getByRole('button', { name: 'Propose' }))
  expect(within(form).getAllByText('Empty Value')).toHaveLength(2)
  await user.type(within(form).getByLabelText('First day (UTC)'), '2023-12-01')
  await user.type(within(form).getByLabelText(/^Reason/), 'a calmer market')
  await user.click(within(form).getByRole('button', { name: 'Propose' }))
  const sent = calls.find(({ method }) => method === 'POST')
  expect(sent?.path).toBe('/desk/fund-rates')
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    from: '2023-12-01',
    dailyRate: 47,
    why: 'a calmer market',
  })
})

it('says from which day on a rate is free, and why the server refused one', async () => {
  const { user, streams } = await shown(({ method }) =>
    method === 'GET'
      ? json({ items: [], next: null })
      : problem('rate_too_early', 422, { latest: '2023-12-15' }),
  )
  await act(async () =>
    streams.state$('rates').next({ value: [rate('2023-11-20', 50, ['practice-curve'])], asOf: 1 }),
  )
  await user.click(screen.getByRole('button', { name: 'Propose a rate' }))
  expect(screen.getByText('21 Nov 2023 or later')).toBeTruthy()
  await user.type(screen.getByLabelText('First day (UTC)'), '2024-01-15')
  await user.type(screen.getByLabelText(/in millionths/), '47')
  await user.type(screen.getByLabelText(/^Reason/), 'a calmer market')
  await user.click(screen.getByRole('button', { name: 'Propose' }))
  expect((await screen.findByRole('alert')).textContent).toContain('15 Dec 2023')
})

it('publishes after one more question, which says that it is for everybody', async () => {
  const decided = { status: 'published', decidedBy: 'berta', decidedAt: 1_700_000_000_000 }
  const { user, calls } = await shown(
    ({ method }) =>
      method === 'GET'
        ? json({ items: [proposalWire()], next: null })
        : json(proposalWire(decided)),
    { id: '101' },
  )
  const detail = await screen.findByRole('article', { name: /From 1 Dec 2023/ })
  expect(detail.textContent).toContain('a calmer market')
  await user.keyboard('a')
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('For everyone, from 1 Dec 2023: 1.8250% per year')
  expect(calls.every(({ method }) => method === 'GET')).toBe(true)
  await user.click(within(question).getByRole('button', { name: 'Yes' }))
  const sent = calls.find(({ method }) => method === 'POST')
  expect(sent?.path).toBe('/desk/fund-rates/101/decision')
  expect(JSON.parse(sent?.body ?? '')).toEqual({ decision: 'approve' })
  await waitFor(() => expect(detail.textContent).toContain('Published'))
})

it('rejects with the one reason that there is', async () => {
  const { user, calls } = await shown(list(proposalWire()), { id: '101' })
  await screen.findByRole('article')
  await user.keyboard('r')
  const sheet = await screen.findByRole('dialog')
  expect(sheet.textContent).toContain('The reason is recorded in the operator log')
  await user.click(within(sheet).getByRole('button', { name: 'Reject' }))
  const sent = calls.find(({ method }) => method === 'POST')
  expect(JSON.parse(sent?.body ?? '')).toEqual({ decision: 'reject', reason: 'rate_mistaken' })
})

it('offers whoever proposed it no way to publish it', async () => {
  const { user } = await shown(list(proposalWire()), { id: '101' }, 'anna')
  const detail = await screen.findByRole('article')
  expect(detail.textContent).toContain('A second operator must decide')
  expect(within(detail).queryByRole('button', { name: 'Approve' })).toBeNull()
  await user.keyboard('a')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('takes back the way to publish as soon as a later rate is published', async () => {
  const { streams } = await shown(list(proposalWire()), { id: '101' })
  const detail = await screen.findByRole('article')
  expect(within(detail).getByRole('button', { name: 'Approve' })).toBeTruthy()
  await act(async () =>
    streams.state$('rates').next({ value: [rate('2023-12-01', 41, ['carla', 'dora'])], asOf: 1 }),
  )
  expect(within(detail).queryByRole('button', { name: 'Approve' })).toBeNull()
  expect(detail.textContent).toContain('It can only be rejected')
})

it('shows the published rates by the days that they hold, whose they are and which one is today’s', async () => {
  const { streams } = await shown(list())
  await act(async () => {
    const value = [
      rate('2023-11-20', 44, ['anna', 'berta']),
      rate('2023-11-14', 50, ['practice-curve']),
      rate('2023-11-13', 49, ['practice-curve']),
    ]
    streams.state$('rates').next({ value, asOf: 1 })
  })
  const region = screen.getByRole('region', { name: 'Published rates' })
  const lines = within(region).getAllByRole('listitem')
  const [ahead, current, over] = lines.map(({ textContent }) => textContent)
  expect(ahead).toContain('From 20 Nov 2023')
  expect(ahead).toContain('Proposed by anna, published by berta')
  expect(current).toContain('14 Nov 2023 – 19 Nov 2023')
  expect(current).toContain('Today')
  expect(current).toContain('Example curve')
  expect(over).toContain('13 Nov 2023')
  expect(over).not.toContain('–')
  expect(`${ahead}${over}`).not.toContain('Today')
})
