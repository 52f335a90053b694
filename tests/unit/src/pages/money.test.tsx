import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  FUND_NOW,
  fundLotWire,
  rateWire,
  redemptionWire,
  sampleFund,
  sampleRate,
} from '#support/sample-fund.ts'
import { sampleDeposit } from '#support/sample-account.ts'
import { FundPage } from '../../../../src/pages/money/money.tsx'
import { json, type Network, problem, renderFeature } from '../features/render-feature.tsx'
import { fundRoom } from './fund-room.tsx'

const FULL = {
  total: '1250.50',
  confirmed: '1000.00',
  pending: '250.50',
  redeeming: '50.00',
  redeemable: '950.00',
  income: { today: '0.05', total: '1.25', carry: 0 },
  pendingLots: [fundLotWire({ id: '7', amount: '250.50', remaining: '250.50' })],
  pendingRedemptions: [redemptionWire({ id: '8' })],
}
const EMPTY = {
  total: '0.00',
  confirmed: '0.00',
  redeemable: '0.00',
  income: { today: '0.00', total: '0.00', carry: 0 },
}

const shown = (answer?: Network, address?: string) =>
  fundRoom({
    ui: <FundPage />,
    ...(address !== undefined && { address }),
    ...(answer !== undefined && { answer }),
  })
const figure = (label: string): string =>
  screen.getByText(label).parentElement?.querySelector('dd')?.textContent ?? ''
const total = () => screen.queryByRole('status', { name: "Total in Yu'ebao" })?.textContent
const marked = (): string | null =>
  document.querySelector('[data-fund]')?.getAttribute('data-fund') ?? null

describe('before anything is heard', () => {
  it('holds the places of all figures, and says no number', async () => {
    await shown()
    expect(marked()).toBe('connecting')
    expect(total()).toBeUndefined()
    expect(document.querySelectorAll('.animate-skeleton').length).toBeGreaterThan(5)
    expect(screen.getByRole('link', { name: 'Transfer in' })).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/\d\.\d\d/)
  })
})

describe('the fund as it is', () => {
  it('shows every figure of the state', async () => {
    const { fund } = await shown()
    await fund(FULL)
    expect(total()).toBe('1,250.50')
    expect(figure('Confirmed shares')).toBe('1,000.00')
    expect(figure('Pending shares')).toBe('250.50')
    expect(figure('Credited today')).toBe('+0.05for 14 Nov')
    expect(figure('Total income')).toBe('1.25')
  })
  it('works out what today adds by the published rate', async () => {
    const { fund, rates } = await shown()
    await fund(FULL)
    await rates({ dailyRate: 60 })
    expect(screen.getByText('≈ 0.06 today, credited Thu 16 Nov, 00:00')).toBeTruthy()
    expect(screen.getByText('2.1900% a year')).toBeTruthy()
  })
  it('follows the stream, and keeps the figures greyed when the line breaks', async () => {
    const { fund, streams } = await shown()
    await fund(FULL)
    await fund({ ...FULL, version: 2, total: '9.00' })
    expect(total()).toBe('9.00')
    await act(async () =>
      streams.connection$.next({
        status: 'reconnecting',
        attempt: 1,
        nextAttemptAt: null,
        asOf: null,
      }),
    )
    expect(marked()).toBe('stale')
    expect(total()).toBe('9.00')
  })
  it('says that it could not be loaded, and shows no figures', async () => {
    const { streams } = await shown()
    await act(async () => streams.state$('fund').error(new Error('topic_unknown')))
    expect(screen.getByRole('alert').textContent).toContain('We couldn’t load your Yu')
    expect(total()).toBeUndefined()
  })
  it('hides the amounts on demand', async () => {
    const { fund, user } = await shown()
    await fund(FULL)
    await user.click(screen.getByRole('button', { name: 'Hide amounts' }))
    expect(document.body.textContent).not.toContain('250.50')
    expect(total()).toBe('••••')
  })
  it('sets the day’s figures back at midnight without a word from the server', async () => {
    const { fund, streams } = await shown()
    const used = { ...FULL, subscriptions: { limit: 10, remaining: 2 } }
    await fund(used)
    expect(figure('Transfers left')).toBe('2 of 10')
    streams.now = sampleFund().resetsAt
    await fund({ ...used, version: 2 })
    expect(figure('Transfers left')).toBe('10 of 10')
    expect(figure('Credited today')).toBe('0.00for 15 Nov')
  })
})

describe('the rate', () => {
  it('names its day, what it means, and always that it varies', async () => {
    const { fund, rates } = await shown()
    await fund()
    expect(screen.getByText('The rate varies and is not guaranteed.')).toBeTruthy()
    await rates({}, { from: '2023-11-17', dailyRate: 40 })
    expect(screen.getByRole('heading', { name: 'Income rate for Wed 15 Nov' })).toBeTruthy()
    expect(screen.getByText('1.8250%')).toBeTruthy()
    expect(screen.getByText('0.50')).toBeTruthy()
    expect(screen.getByText('from Fri 17 Nov: 1.4600%')).toBeTruthy()
    expect(screen.getByText('Practice example')).toBeTruthy()
    expect(screen.getByRole('img', { name: /between 1\.4600% and 1\.8250%/ })).toBeTruthy()
  })
  it('does not call an operator’s rate an example', async () => {
    const { fund, rates } = await shown()
    await fund()
    await rates({ by: ['anna-desk', 'ben-desk'] })
    expect(screen.queryByText('Practice example')).toBeNull()
  })
  it('says that there is none, and still that it varies', async () => {
    const { fund, rates } = await shown()
    await fund()
    await rates({ from: '2023-12-01' })
    expect(screen.getAllByText('No rate has been published for today.')).toHaveLength(2)
    expect(screen.getByRole('heading', { name: 'Income rate for Fri 1 Dec' })).toBeTruthy()
    expect(screen.getByText('1.8250%')).toBeTruthy()
    expect(screen.getByText('The rate varies and is not guaranteed.')).toBeTruthy()
  })
  it('says that the rates could not be loaded', async () => {
    const { fund, streams } = await shown()
    await fund()
    await act(async () => streams.state$('rates').error(new Error('cut')))
    expect(screen.getByRole('alert').textContent).toContain('couldn’t load the rates')
  })
})

describe('the day', () => {
  it('says for which day a transfer counts, when it is confirmed, and how long still', async () => {
    const { fund } = await shown()
    await fund()
    const card = within(screen.getByRole('region', { name: 'Today' }))
    expect(card.getByText('Wed 15 Nov')).toBeTruthy()
    expect(card.getByText('and is confirmed Thu 16 Nov, 00:00')).toBeTruthy()
    expect(card.getByRole('timer').textContent).toBe('5:00:00')
    expect(card.getByText(/until the cut-off at 15:00/)).toBeTruthy()
    expect(card.getByText(/^Resets in 14:00:00, at 00:00\. Times are local/)).toBeTruthy()
  })
  it('names the holidays in between', async () => {
    const { fund, streams } = await shown()
    streams.now = Date.parse('2023-12-22T16:00Z')
    await fund()
    const card = within(screen.getByRole('region', { name: 'Today' }))
    expect(card.getByText('Today’s cut-off has passed.')).toBeTruthy()
    expect(card.getByText('Wed 27 Dec')).toBeTruthy()
    expect(card.getByText('Mon 25 Dec is a holiday (Christmas Day).')).toBeTruthy()
    expect(card.getByText('Tue 26 Dec is a holiday (Boxing Day).')).toBeTruthy()
  })
})

describe('what is on the way', () => {
  it('says when each is confirmed or paid, and how long it can be cancelled', async () => {
    const { fund } = await shown()
    await fund(FULL)
    const card = within(screen.getByRole('region', { name: 'In progress' }))
    expect(card.getByText('Confirms Thu 16 Nov, 00:00')).toBeTruthy()
    expect(card.getByText('Arrives Thu 16 Nov, 00:00')).toBeTruthy()
    expect(card.getAllByText('5:00:00 left to cancel')).toHaveLength(2)
  })
  it('offers no cancelling from the cut-off on', async () => {
    const { fund, streams } = await shown()
    streams.now = Date.parse('2023-11-15T15:00Z')
    await fund(FULL)
    expect(screen.queryByRole('button', { name: 'Cancel transfer' })).toBeNull()
    expect(screen.getAllByText(/can’t be cancelled/)).toHaveLength(2)
  })
  it('cancels after asking, with a key', async () => {
    const lot = fundLotWire({ id: '7', status: 'cancelled', endedAt: FUND_NOW })
    const { fund, user, commands } = await shown(() => json({ lot }))
    await fund(FULL)
    await user.click(screen.getByRole('button', { name: 'Cancel transfer' }))
    expect(commands()).toEqual([])
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Cancel transfer' }))
    await waitFor(() => expect(commands()).toHaveLength(1))
    expect(commands()[0]).toMatchObject({ path: '/fund/subscriptions/7/cancel' })
    expect(commands()[0]?.key).toMatch(/^\d{13}-[0-9a-f]{32}$/)
  })
  it('keeps the question open over the cut-off, and says why a withdrawal stands', async () => {
    const { fund, user, streams } = await shown(() =>
      problem('document_moved_on', 409, { status: 'paid' }),
    )
    await fund(FULL)
    await user.click(screen.getByRole('button', { name: 'Cancel withdrawal' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    streams.now = Date.parse('2023-11-15T15:00Z')
    await fund(FULL)
    expect(screen.getAllByText(/can’t be cancelled/)).toHaveLength(2)
    await user.click(dialog.getByRole('button', { name: 'Cancel withdrawal' }))
    expect((await screen.findByRole('alert')).textContent).toContain('has changed')
    expect(screen.queryByRole('button', { name: 'Cancel withdrawal' })).toBeNull()
  })
  it('counts the deposits under review, and leads to them', async () => {
    const { fund, streams } = await shown()
    await fund()
    expect(screen.queryByRole('region', { name: 'In progress' })).toBeNull()
    const deposits = ['submitted', 'review', 'approved'].map((status, at) =>
      sampleDeposit({ id: String(at + 1), status, amount: '100.00' }),
    )
    await act(async () => streams.state$('deposits').next({ value: deposits, asOf: streams.now }))
    const way = screen.getByRole('link', { name: /2 deposits under review/ })
    expect(way.textContent).toContain('200.00')
    expect(way.getAttribute('href')).toContain('withdraw-open')
  })
})

describe('an empty fund', () => {
  it('leads with the rate, and shows no zeros', async () => {
    const { fund, rates } = await shown()
    await fund(EMPTY)
    await rates({})
    expect(screen.getAllByRole('region', { name: 'Income rate' })).toHaveLength(1)
    expect(screen.getByText('1.8250%')).toBeTruthy()
    expect(total()).toBeUndefined()
    expect(screen.queryByText('Confirmed shares')).toBeNull()
    expect(screen.getByRole('link', { name: 'Transfer in' })).toBeTruthy()
  })
  it('says what to do first: money on the account', async () => {
    const { fund, balance } = await shown()
    await balance('0.00')
    await fund(EMPTY)
    const steps = within(screen.getByRole('region', { name: 'Get started' }))
    expect(steps.getByRole('button', { name: 'Get practice money' })).toBeTruthy()
    expect(steps.getByText(/From 1\.00/)).toBeTruthy()
    expect(steps.getByText(/earns from Thu 16 Nov, 00:00/)).toBeTruthy()
  })
  it('goes on to the transfer once there is money', async () => {
    const { fund, balance } = await shown()
    await balance('100.00')
    await fund(EMPTY)
    const steps = within(screen.getByRole('region', { name: 'Get started' }))
    expect(steps.getByText('100.00 available')).toBeTruthy()
    expect(steps.queryByRole('button', { name: 'Get practice money' })).toBeNull()
  })
  it('stops saying so once something is in it', async () => {
    const { fund } = await shown()
    await fund({ ...EMPTY, total: '5.00', pending: '5.00' })
    expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull()
  })
})

describe('a visitor', () => {
  it('reads what the fund is and its rate, and is asked for nothing else', async () => {
    const { streams } = await renderFeature(<FundPage />)
    streams.now = FUND_NOW
    await act(async () =>
      streams.state$('rates').next({ value: [sampleRate(rateWire())], asOf: streams.now }),
    )
    expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
    expect(screen.getByText('1.8250%')).toBeTruthy()
    expect(screen.getByText('The rate varies and is not guaranteed.')).toBeTruthy()
    expect([...streams.leases.keys()]).toEqual(['rates'])
  })
})

describe('the ways on', () => {
  it('open the deposit sheet over the page', async () => {
    const { fund, user } = await shown()
    await fund()
    await user.click(screen.getByRole('button', { name: 'Deposit' }))
    const sheet = screen.findByRole('dialog', { name: 'Deposit' })
    expect(await sheet).toBeTruthy()
  })
  it('lead to details, to the check of the income, to rules and records', async () => {
    const { fund } = await shown()
    await fund()
    const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(to('Details and income')).toContain('Particulars')
    expect(to('Check my income')).toContain('Particulars/Particulars?check=1')
    expect(to("How Yu'ebao works")).toContain('money/detail')
    expect(to('Statement')).toContain('money-record')
  })
})
