import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fundAccrual, fundRate, fundState, fundStatement, type FundState } from '#contract/fund.ts'
import { exampleRate } from '#rules/fund-example-curve.ts'
import { annualPercent } from '#rules/fund-income.ts'
import { toastsAtom } from '#notifications/toasts.ts'
import { commandTimerAtom } from '#commands/commands.ts'
import {
  FUND_NOW,
  fundLotWire,
  redemptionWire,
  sampleFund,
  sampleLot,
  sampleRedemption,
} from '#support/sample-fund.ts'
import { tallWindow } from '#support/tall-window.ts'
import { FundDetailsPage } from '../../../../src/pages/particulars/particulars.tsx'
import { blankCanvas } from '../../../leaks/canvas.ts'
import {
  fundReplies,
  publishedRates,
  sampleCheck,
  sampleStatement,
  stateOf,
  TODAY,
} from '../features/fund/sample-statement.ts'
import {
  fakeNetwork,
  json,
  type Network,
  problem,
  renderFeature,
  instantTimer,
} from '../features/render-feature.tsx'

const CONFIRMS = Date.parse('2023-11-16T00:00Z')

beforeEach(() => {
  tallWindow()
  blankCanvas()
})

type Parts = Record<string, unknown>

interface Room {
  address?: string
  change?: Parts
  fund?: FundState
  post?: Network
}

async function shown({ address = '/', change = {}, fund, post = () => json({}) }: Room = {}) {
  localStorage.setItem('token', 'handle')
  const answers: Parts = { ...fundReplies(), ...change }
  const calls = fakeNetwork((sent) => {
    if (sent.method === 'POST') return post(sent)
    const answer = answers[sent.path.split('?')[0] ?? '']
    if (answer instanceof Response) return answer.clone()
    return answer === undefined ? problem('not_found', 404) : json(answer)
  })
  const room = await renderFeature(<FundDetailsPage />, address, (store) =>
    store.set(commandTimerAtom, instantTimer()),
  )
  const tell = (value: FundState) =>
    act(async () => room.streams.state$('fund').next({ value, asOf: room.streams.now }))
  await act(async () =>
    room.streams.state$('rates').next({ value: publishedRates(), asOf: room.streams.now }),
  )
  await tell(fund ?? stateOf(sampleStatement()))
  const read = (path: string) => calls.filter((sent) => sent.path.startsWith(path)).length
  return { ...room, tell, calls, read, user: userEvent.setup() }
}
const rows = () =>
  screen.queryAllByRole('listitem').filter((row) => within(row).queryByRole('button'))

it('shows a visitor the way in', async () => {
  await renderFeature(<FundDetailsPage />)
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
})

describe('transfers in', () => {
  const at = '/?tab=transfers'

  it('says that there are none, and what will stand here', async () => {
    await shown({ address: at, change: { '/fund/lots': { lots: [], next: null } } })
    expect(await screen.findByText('No transfers in yet')).toBeTruthy()
  })

  it('offers to try again when they could not be read', async () => {
    await shown({ address: at, change: { '/fund/lots': problem('internal', 500) } })
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  it('shows a transfer as soon as the fund tells of it, and how it moves on', async () => {
    const pending = sampleLot({ id: '7' })
    const confirmed = fundLotWire({ id: '7', status: 'confirmed', confirmedAt: CONFIRMS })
    const lots: unknown[] = []
    const { tell } = await shown({ address: at, change: { '/fund/lots': { lots, next: null } } })
    await tell(sampleFund({ version: 2, pendingLots: [fundLotWire({ id: '7' })] }))
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(rows()[0]?.textContent).toContain('Pending')
    expect(pending.status).toBe('pending')
    lots.push(confirmed)
    await tell(sampleFund({ version: 3 }))
    await waitFor(() => expect(rows()[0]?.textContent).toContain('Confirmed'))
  })

  it('says of what was withdrawn in part how much is left', async () => {
    const lot = fundLotWire({ status: 'confirmed', confirmedAt: CONFIRMS, remaining: '120.00' })
    const { user } = await shown({
      address: at,
      change: { '/fund/lots': { lots: [lot], next: null } },
    })
    await user.click(await screen.findByRole('button', { name: /Partly withdrawn/ }))
    const sheet = await screen.findByRole('dialog')
    expect(within(sheet).getByText('120.00')).toBeTruthy()
    expect(within(sheet).queryByRole('button', { name: 'Cancel transfer' })).toBeNull()
  })

  it('takes one back before its cut-off, after asking', async () => {
    const cancelled = fundLotWire({ status: 'cancelled', remaining: '0.00', endedAt: FUND_NOW })
    const { user, calls, store } = await shown({
      address: at,
      post: () => json({ lot: cancelled }),
    })
    await user.click(await screen.findByRole('button', { name: /Transfer in/ }))
    const steps = await screen.findByRole('list', { name: 'Progress of this transfer' })
    expect(within(steps).getAllByRole('listitem')).toHaveLength(3)
    await user.click(screen.getByRole('button', { name: 'Cancel transfer' }))
    const ask = await screen.findByRole('alertdialog')
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
    await user.click(within(ask).getByRole('button', { name: 'Cancel transfer' }))
    await waitFor(() => expect(store.get(toastsAtom)).toHaveLength(1))
    const [sent] = calls.filter(({ method }) => method === 'POST')
    expect(sent?.path).toBe('/fund/lots/1/cancel'.replace('lots', 'subscriptions'))
    expect(sent?.key).not.toBeNull()
  })

  it('says why one cannot be taken back when the server refuses', async () => {
    const { user } = await shown({
      address: at,
      post: () => problem('cut_off_passed', 409, { cutOffAt: FUND_NOW }),
    })
    await user.click(await screen.findByRole('button', { name: /Transfer in/ }))
    await user.click(await screen.findByRole('button', { name: 'Cancel transfer' }))
    const ask = await screen.findByRole('alertdialog')
    await user.click(within(ask).getByRole('button', { name: 'Cancel transfer' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
  })

  it('offers no way back after the cut-off', async () => {
    const { user, streams } = await shown({ address: at })
    streams.now = Date.parse('2023-11-15T15:00Z')
    await user.click(await screen.findByRole('button', { name: /Transfer in/ }))
    expect(await screen.findByRole('dialog')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancel transfer' })).toBeNull()
  })

  it.each([
    ['/?lot=1', 1],
    ['/?lot=7', 0],
    ['/?lot=no', 0],
  ])('opens the one that %s names, when it is one of theirs', async (address, sheets) => {
    const { calls } = await shown({ address })
    if (sheets === 0) await waitFor(() => expect(rows().length).toBeGreaterThan(0))
    await waitFor(() => expect(screen.queryAllByRole('dialog')).toHaveLength(sheets))
    if (sheets === 0) return
    expect(calls.map(({ path }) => path)).toContain('/fund/lots?kind=transfer&before=2')
  })
})

describe('withdrawals', () => {
  const at = '/?tab=withdrawals'

  it('says that there are none', async () => {
    await shown({ address: at, change: { '/fund/redemptions': { redemptions: [], next: null } } })
    expect(await screen.findByText('No withdrawals yet')).toBeTruthy()
  })

  it('takes one back before its cut-off', async () => {
    const { user, calls } = await shown({
      address: at,
      post: () => json({ redemption: redemptionWire({ status: 'cancelled', endedAt: FUND_NOW }) }),
    })
    await user.click(await screen.findByRole('button', { name: /Next business day/ }))
    await user.click(await screen.findByRole('button', { name: 'Cancel withdrawal' }))
    const ask = await screen.findByRole('alertdialog')
    await user.click(within(ask).getByRole('button', { name: 'Cancel withdrawal' }))
    await waitFor(() =>
      expect(calls.map(({ path }) => path)).toContain('/fund/redemptions/1/cancel'),
    )
  })

  it('says that one paid at once cannot be taken back', async () => {
    const redemption = redemptionWire({
      speed: 'instant',
      status: 'paid',
      cancellableUntil: null,
      payDay: '2023-11-15',
      endedAt: FUND_NOW,
    })
    const change = { '/fund/redemptions': { redemptions: [redemption], next: null } }
    const { user } = await shown({ address: '/?redemption=1', change })
    const sheet = await screen.findByRole('dialog')
    expect(within(sheet).getByText(/can’t be cancelled/)).toBeTruthy()
    expect(within(sheet).queryByRole('button', { name: 'Cancel withdrawal' })).toBeNull()
    await user.keyboard('{Escape}')
  })

  it('shows one as soon as the fund tells of it', async () => {
    const change = { '/fund/redemptions': { redemptions: [], next: null } }
    const fund = sampleFund({ version: 4, pendingRedemptions: [redemptionWire({ id: '9' })] })
    await shown({ address: at, change, fund })
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(sampleRedemption().status).toBe('requested')
    expect(rows()[0]?.textContent).toContain('To be paid')
  })
})

describe('income', () => {
  const none = { '/fund/accruals': { accruals: [], next: null } }

  it('says before the first income when it will be there, in the list and in the chart', async () => {
    const { user } = await shown({ change: none, fund: sampleFund({ income: ZERO }) })
    expect(await screen.findByText('No income yet')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'My income' }))
    expect(await screen.findByText(/No income in this period/)).toBeTruthy()
  })

  it('stands day by day, with share, rate, credit and carry', async () => {
    await shown()
    await waitFor(() => expect(rows().length).toBe(12))
    const [newest] = rows()
    expect(newest?.textContent).toMatch(/Mon, 13 Nov 2023/)
    expect(newest?.textContent).toMatch(/\+0\.\d\d/)
    expect(newest?.textContent).toMatch(/0\.00\d{6} carried/)
  })

  it('shows a day as the sum that it is', async () => {
    const { user } = await shown()
    const [first] = sampleStatement().accruals
    expect(first?.share).toBe(1_234_567n)
    await user.click(await screen.findByRole('button', { name: /, 2 Nov 2023/ }))
    const sheet = await screen.findByRole('dialog')
    expect(within(sheet).getByText('Recalculated on this device: it adds up.')).toBeTruthy()
    // 1,234,567 cents × 46 millionths: 56.790082 cents.
    expect(first?.dailyRate).toBe(46)
    expect(
      within(sheet).getByText('12,345.67 × 0.000046 + 0.00000000 = 0.56 + 0.00790082'),
    ).toBeTruthy()
  })

  it('says of a day whose sum is wrong that it is', async () => {
    const accruals = sampleStatement().accruals.map((row) => z.encode(fundAccrual, row))
    const wrong = { ...accruals[0], credited: '0.65' }
    const { user } = await shown({
      change: { '/fund/accruals': { accruals: [wrong], next: null } },
    })
    await user.click(await screen.findByRole('button', { name: /, 2 Nov 2023/ }))
    const sheet = await screen.findByRole('dialog')
    expect(within(sheet).getByRole('alert').textContent).toContain('doesn’t add up')
  })

  it('opens the day that the address names', async () => {
    await shown({ address: '/?day=2023-11-08' })
    const sheet = await screen.findByRole('dialog')
    expect(within(sheet).getByText(/8 Nov 2023/)).toBeTruthy()
  })

  it.each(['2023-02-31', 'yesterday', '1999-12-31'])(
    'opens nothing for an address that names no day: %s',
    async (day) => {
      await shown({ address: `/?day=${day}` })
      await waitFor(() => expect(rows().length).toBeGreaterThan(0))
      expect(screen.queryByRole('dialog')).toBeNull()
    },
  )

  it('is read anew when the fund says that something changed', async () => {
    const { tell, read } = await shown()
    await waitFor(() => expect(rows().length).toBeGreaterThan(0))
    const before = read('/fund/accruals')
    await tell({ ...stateOf(sampleStatement()), version: 99 })
    await waitFor(() => expect(read('/fund/accruals')).toBeGreaterThan(before))
  })
})

const ZERO = { today: '0.00', total: '0.00', carry: 0 }

describe('the chart', () => {
  it('says in words what it shows: the rate today, its span, and how far ahead it is published', async () => {
    await shown()
    expect(
      await screen.findByText(new RegExp(`^Today ${annualPercent(exampleRate(TODAY))}%`)),
    ).toBeTruthy()
    expect(screen.getByText(/Published in advance, to 22 Nov 2023/)).toBeTruthy()
    expect(screen.getByText('The rate varies and is not guaranteed.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All published rates' })).toBeTruthy()
    await waitFor(() => expect(document.querySelector('.tv-lightweight-charts')).not.toBeNull())
  })

  it('shows the income of a span and in total', async () => {
    const { user } = await shown()
    await user.click(await screen.findByRole('radio', { name: 'My income' }))
    const total = sampleCheck().fund.income.total
    const text = `${total / 100n}.${String(total % 100n).padStart(2, '0')}`
    expect(await screen.findByText(new RegExp(`^${text} on 12 days, highest on`))).toBeTruthy()
    expect(screen.getByText(new RegExp(`Total since the beginning: ${text}`))).toBeTruthy()
  })

  it('reads on until it reaches as far back as the span, and no further', async () => {
    const old = (from: string) =>
      z.encode(fundRate, fundRate.parse({ ...RATE, from, publishedAt: Date.parse(from) - 1 }))
    localStorage.setItem('token', 'handle')
    const calls = fakeNetwork(({ path }) => {
      if (path === '/fund/rates') return json({ rates: [old('2023-10-01')], next: '2023-10-01' })
      if (path === '/fund/rates?before=2023-10-01')
        return json({ rates: [old('2023-08-01')], next: '2023-08-01' })
      if (path === '/fund/rates?before=2023-08-01')
        return json({ rates: [old('2022-01-01')], next: '2022-01-01' })
      return json({ accruals: [], next: null })
    })
    await renderFeature(<FundDetailsPage />, '/')
    const user = userEvent.setup()
    const asked = () => calls.filter(({ path }) => path.startsWith('/fund/rates')).length
    expect(await screen.findByText(/Today/)).toBeTruthy()
    const first = asked()
    await user.click(screen.getByRole('radio', { name: '3M' }))
    await waitFor(() => expect(asked()).toBe(first + 1))
    await user.click(screen.getByRole('radio', { name: '1Y' }))
    await waitFor(() => expect(asked()).toBe(first + 2))
    expect(await screen.findByText(/Today/)).toBeTruthy()
  })

  it('offers to try again when its figures could not be read', async () => {
    localStorage.setItem('token', 'handle')
    let works = false
    fakeNetwork(({ path }) => {
      if (!path.startsWith('/fund/rates')) return json({ accruals: [], next: null })
      return works
        ? json({ rates: publishedRates().map((row) => z.encode(fundRate, row)), next: null })
        : problem('internal', 500)
    })
    await renderFeature(<FundDetailsPage />)
    const failed = await screen.findByText(/couldn’t load the chart figures/)
    works = true
    await userEvent.setup().click(within(failed).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/Today/)).toBeTruthy()
  })
})

const RATE = { dailyRate: 50, by: ['practice-curve'] }

describe('check my income', () => {
  const start = 'Check on this device'

  it('begins only when asked, and says that every cent agrees', async () => {
    const { user, read } = await shown()
    expect(read('/fund/statement')).toBe(0)
    await user.click(await screen.findByRole('button', { name: start }))
    const said = await screen.findByText(/12 days, [\d.]+ in total, every cent matches/)
    expect(said).toBeTruthy()
    expect(screen.getByText('From 2 Nov 2023 to 13 Nov 2023.')).toBeTruthy()
  })

  it('begins by itself where the address says so', async () => {
    await shown({ address: '/?check=1' })
    expect(await screen.findByText(/every cent matches\.$/)).toBeTruthy()
  })

  it('names the first day that differs, with both figures and what to do', async () => {
    const statement = sampleStatement()
    const accruals = statement.accruals.map((row, i) =>
      i === 5 ? { ...row, credited: row.credited - 1n } : row,
    )
    const change = { '/fund/statement': z.encode(fundStatement, { ...statement, accruals }) }
    await shown({ address: '/?check=1', change })
    expect(await screen.findByText(/7 Nov 2023 is the first day that differs/)).toBeTruthy()
    const credited = screen.getByRole('row', { name: /^Credited/ })
    const cells = within(credited).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent)).toEqual(['0.60', '0.59'])
    expect(screen.getByRole('link', { name: 'Contact customer service' })).toBeTruthy()
  })

  it('names a rate that is not the published one', async () => {
    const statement = sampleStatement()
    const rates = statement.rates.map((rate) => ({ ...rate, dailyRate: rate.dailyRate - 1 }))
    const change = { '/fund/statement': z.encode(fundStatement, { ...statement, rates }) }
    await shown({ address: '/?check=1', change })
    expect(await screen.findByText(/isn’t the published one/)).toBeTruthy()
  })

  it('says what is not credited yet without calling it wrong', async () => {
    const statement = sampleStatement()
    const late = { ...statement, accruedThrough: statement.accruals.at(-2)?.day ?? null }
    const change = {
      '/fund/statement': z.encode(fundStatement, {
        ...late,
        accruals: statement.accruals.slice(0, -1),
      }),
    }
    await shown({ address: '/?check=1', change })
    expect(await screen.findByText(/13 Nov 2023 is over but hasn’t been credited yet/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Contact customer service' })).toBeNull()
  })

  it('says that there is nothing to check yet', async () => {
    const empty = { accruedThrough: null, confirmed: [], paid: [], rates: [], accruals: [] }
    const nothing = z.encode(fundState, stateOf(fundStatement.parse(empty)))
    await shown({
      address: '/?check=1',
      change: { '/fund/statement': empty, '/fund': nothing },
    })
    expect(await screen.findByText(/nothing to check yet/)).toBeTruthy()
  })

  it('says what could not be read, and checks again when asked', async () => {
    const { user } = await shown({
      address: '/?check=1',
      change: { '/fund/statement': problem('internal', 500) },
    })
    expect(await screen.findByText(/We couldn’t check your income/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Check again' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    expect(await screen.findByText(/We couldn’t check your income/)).toBeTruthy()
  })

  it('says so when the fund changed each time between two readings', async () => {
    localStorage.setItem('token', 'handle')
    const answers = fundReplies()
    let version = 0
    fakeNetwork(({ path }) => {
      const answer = answers[path.split('?')[0] ?? '']
      if (path === '/fund') return json({ ...(answer as object), version: version++ })
      return answer === undefined ? problem('not_found', 404) : json(answer)
    })
    await renderFeature(<FundDetailsPage />, '/?check=1')
    expect(await screen.findByText(/changed while it was loading/)).toBeTruthy()
  })
})

it('neither reads back nor checks while the server has not said what time it is', async () => {
  const page = (from: string) => [
    z.encode(fundRate, fundRate.parse({ ...RATE, from, publishedAt: 1 })),
  ]
  localStorage.setItem('token', 'handle')
  const answers: Parts = {
    ...fundReplies(),
    '/fund/rates': { rates: page('2023-10-01'), next: '2023-10-01' },
    '/fund/rates?before=2023-10-01': { rates: page('2022-01-01'), next: null },
  }
  const calls = fakeNetwork(({ path }) => json(answers[path] ?? answers[path.split('?')[0] ?? '']))
  const { streams } = await renderFeature(<FundDetailsPage />)
  const user = userEvent.setup()
  expect(await screen.findByText(/^Today/)).toBeTruthy()
  const start = streams.now
  streams.now = 0
  const before = calls.length
  await user.click(screen.getByRole('radio', { name: '1Y' }))
  await user.click(screen.getByRole('button', { name: 'Check on this device' }))
  expect(screen.getByText(/^Loading your transfers/)).toBeTruthy()
  expect(calls.slice(before)).toEqual([])
  streams.now = start
  const asked = () => calls.slice(before).map(({ path }) => path)
  await waitFor(() => expect(asked()).toContain('/fund/statement'))
  await waitFor(() => expect(asked()).toContain('/fund/rates?before=2023-10-01'))
})
