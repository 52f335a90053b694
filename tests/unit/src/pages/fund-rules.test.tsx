import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { appInfoAtom } from '#api/session.ts'
import { sampleAppInfo } from '#support/sample-account.ts'
import { FUND_NOW, fundTermsWire, rateWire, sampleRate } from '#support/sample-fund.ts'
import { tallWindow } from '#support/tall-window.ts'
import { FundRulesPage } from '../../../../src/pages/money/detail.tsx'
import {
  fakeNetwork,
  json,
  openExplanations,
  problem,
  renderFeature,
} from '../features/render-feature.tsx'

beforeEach(() => {
  tallWindow()
})

const RATES = [
  rateWire({ from: '2023-11-17', dailyRate: 52, by: ['anna-desk', 'bert-desk'] }),
  rateWire({ from: '2023-11-14', dailyRate: 50 }),
  rateWire({ from: '2023-11-01', dailyRate: 45 }),
]

async function shown(address = '/', { practice = true, rates = RATES, now = FUND_NOW } = {}) {
  const calls = fakeNetwork(({ path }) =>
    json(path === '/fund/terms' ? fundTermsWire() : { rates, next: null }),
  )
  const room = await renderFeature(<FundRulesPage />, address, (store) =>
    store.set(appInfoAtom, { ...sampleAppInfo, practice }),
  )
  room.streams.now = now
  await act(async () =>
    room.streams
      .state$('rates')
      .next({ value: rates.map((rate) => sampleRate(rate)), asOf: FUND_NOW }),
  )
  return { ...room, calls, user: userEvent.setup() }
}
const section = async (name: string) => within(await screen.findByRole('region', { name }))

describe('the rules', () => {
  it('are open to everybody, and lead on to the check', async () => {
    await shown()
    const link = await screen.findByRole('link', { name: 'Check my income' })
    expect(link.getAttribute('href')).toBe('/pages/Particulars/Particulars?check=1')
  })

  it('wait for the server’s clock, for every date of theirs is by it', async () => {
    const { streams } = await shown('/', { now: 0 })
    await waitFor(() => expect(document.querySelector('.animate-skeleton')).not.toBeNull())
    streams.now = FUND_NOW
    const link = await screen.findByRole('link', { name: 'Check my income' })
    expect(link).toBeTruthy()
  })

  it('work out what a transfer now would be, and one that misses its cut-off', async () => {
    await shown()
    const dates = await section('When it starts to earn (T+1)')
    const now = (await dates.findByText('If you transfer in now')).closest('div')
    await waitFor(() => expect(now?.textContent).toContain('Counts for Wed 15 Nov'))
    expect(now?.textContent).toContain('until Wed 15 Nov, 15:00')
    expect(now?.textContent).toContain('Confirmed Thu 16 Nov, 00:00')
    expect(now?.textContent).toContain('for Thu 16 Nov, is credited Fri 17 Nov, 00:00')
    const late = dates.getByText('If you transfer in after that cut-off').closest('div')
    expect(late?.textContent).toContain('Counts for Thu 16 Nov')
  })

  it('name the holidays of the next twelve months', async () => {
    await shown()
    const holidays = await section('Days when nothing is confirmed or paid')
    for (const name of ['Christmas Day', 'Boxing Day', 'New Year’s Day', 'Good Friday']) {
      expect(holidays.getByText(name)).toBeTruthy()
    }
    expect(holidays.getByText('Mon, 1 Apr 2024')).toBeTruthy()
  })

  it('reckon their example with the rate of today', async () => {
    await shown()
    const income = await section('How income is calculated')
    expect(
      await income.findByText(/^Day 1: 1,234\.56 × 0\.000050 \+ 0\.00000000 carried over/),
    ).toBeTruthy()
    const rate = await section('The rate and who sets it')
    expect(await rate.findByText(/Today it’s 1\.8250% per year without compounding/)).toBeTruthy()
  })

  it('state the limits of the server, not their own', async () => {
    await shown()
    const limits = await section('Limits')
    expect(limits.getByText('1,000,000.00')).toBeTruthy()
    expect(limits.getByText('10,000.00')).toBeTruthy()
  })

  it('speak of practice money and the example curve in practice mode only', async () => {
    const { view } = await shown()
    expect(await screen.findByRole('region', { name: 'Practice money' })).toBeTruthy()
    expect(screen.getByText(/under the name practice-curve/)).toBeTruthy()
    view.unmount()
    await shown('/', { practice: false })
    await section('Limits')
    expect(screen.queryByRole('region', { name: 'Practice money' })).toBeNull()
    expect(screen.queryByText(/under the name practice-curve/)).toBeNull()
  })

  it('offer to try again when the limits could not be read', async () => {
    let works = false
    fakeNetwork(() => (works ? json(fundTermsWire()) : problem('internal', 500)))
    await renderFeature(<FundRulesPage />)
    const retry = await screen.findByRole('button', { name: 'Try again' })
    works = true
    await userEvent.setup().click(retry)
    expect(await screen.findByRole('region', { name: 'Limits' })).toBeTruthy()
  })
})

describe('the published rates', () => {
  const at = '/?tab=rates'

  it('stand with their first day, both names, and what holds today or begins later', async () => {
    await shown(at)
    const [ahead, today, past] = await waitFor(() => {
      const rates = screen.getAllByRole('article').map(({ textContent }) => textContent)
      expect(rates).toHaveLength(3)
      return rates
    })
    await waitFor(() => expect(screen.getByText('Today')).toBeTruthy())
    expect(ahead).toContain('Fri, 17 Nov 2023')
    expect(ahead).toContain('Upcoming')
    expect(ahead).toContain('1.8980%')
    expect(ahead).toContain('Proposed by anna-desk, published by bert-desk')
    expect(today).toContain('Practice example · practice-curve')
    expect(past).not.toContain('Upcoming')
    openExplanations()
    expect(screen.getByText(/The rate varies and is not guaranteed/)).toBeTruthy()
  })

  it('grow as one is published', async () => {
    const { streams } = await shown(at)
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3))
    const next = sampleRate(rateWire({ from: '2023-11-20', dailyRate: 0 }))
    await act(async () => streams.state$('rates').next({ value: [next], asOf: FUND_NOW }))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(4))
    expect(screen.getAllByRole('article')[0]?.textContent).toContain('0.0000%')
  })

  it('say that there are none', async () => {
    await shown(at, { rates: [] })
    expect(await screen.findByText('No rates published yet')).toBeTruthy()
  })
})
