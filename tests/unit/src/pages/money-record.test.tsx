import { act, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { balance } from '#contract/balance.ts'
import { timeMs } from '#contract/scalars.ts'
import { MoneyRecordPage } from '../../../../src/pages/money-record/money-record.tsx'
import { tokenAtom } from '#api/session.ts'
import { largeScreen } from '#support/large-screen.ts'
import { tallWindow } from '#support/tall-window.ts'
import { fakeNetwork, json, type Network, renderFeature } from '../features/render-feature.tsx'
import { wireRecord } from '../features/sample-record.ts'

beforeEach(() => {
  tallWindow()
})

const page = (...records: ReturnType<typeof wireRecord>[]) => json({ records, next: null })
const money = (version: number) => ({
  value: balance.parse({
    version,
    available: '1.00',
    staked: '0.00',
    held: '0.00',
    fund: '0.00',
    total: '1.00',
    profitAndLoss: '0.00',
    today: { profitAndLoss: '0.00', endsAt: 1 },
    practiceNextAt: null,
  }),
  asOf: 1,
})

async function shown(answer: Network, address = '/') {
  const calls = fakeNetwork(answer)
  const view = await renderFeature(<MoneyRecordPage />, address, (store) =>
    store.set(tokenAtom, 'known'),
  )
  const asked = (): string[] => calls.map((call) => call.path)
  return { ...view, asked, user: userEvent.setup() }
}

const open = async (user: UserEvent, row: HTMLElement): Promise<void> =>
  user.click(within(row).getByRole('button'))

it('says each change in plain words, with sign, balance after it and the way to its document', async () => {
  const { user } = await shown(() =>
    page(
      wireRecord({
        id: '2',
        kind: 'withdrawal_hold',
        ref: '8',
        amount: '-100.00',
        balanceAfter: '925.00',
      }),
      wireRecord({
        id: '1',
        kind: 'practice_issue',
        ref: '2026-11-21',
        amount: '10000.00',
        balanceAfter: '10000.00',
      }),
    ),
  )
  const [hold, practice] = await screen.findAllByRole('listitem')
  if (hold === undefined || practice === undefined) throw new Error('rows')
  expect(hold.textContent).toContain('Withdrawal requested, amount held')
  expect(hold.textContent).toContain('−100.00')
  expect(hold.textContent).toContain('Balance 925.00')
  await open(user, hold)
  expect(within(hold).getByRole('link').getAttribute('href')).toContain('withdraw-list?id=8')
  expect(practice.textContent).toContain('+10,000.00')
  await open(user, practice)
  expect(within(practice).queryByRole('link')).toBeNull()
})

it.each([
  {
    what: 'a lost order',
    placed: { kind: 'order_stake', ref: '42', amount: '-1.13', balanceAfter: '998.87' },
    ended: { kind: 'order_settle', outcome: 'lost', ref: '42', account: 'stake', amount: '-1.13' },
    title: 'Order lost',
    words: 'The stake left your balance when you placed the order.',
    hold: 'Stakes in open positions',
  },
  {
    what: 'a paid withdrawal',
    placed: { kind: 'withdrawal_hold', ref: '8', amount: '-1.13', balanceAfter: '998.87' },
    ended: { kind: 'withdrawal_pay', ref: '8', account: 'withdrawal_hold', amount: '-1.13' },
    title: 'Withdrawal sent',
    words: 'The amount left your balance when you requested it.',
    hold: 'Held for withdrawals',
  },
] as const)('charges $what once, and shows what its hold did on a tap', async (event) => {
  const { placed, ended, title, words, hold } = event
  const { user } = await shown(() =>
    page(
      wireRecord({ id: '2', ...ended, balanceAfter: '0.00' }),
      wireRecord({
        id: '1',
        ...placed,
        entries: [
          { account: 'cash', amount: '-1.13', balanceAfter: '998.87' },
          { account: ended.account, amount: '1.13', balanceAfter: '1.13' },
        ],
      }),
    ),
  )
  const [end, start] = await screen.findAllByRole('listitem')
  if (end === undefined || start === undefined) throw new Error('rows')
  expect(screen.getAllByText('−1.13')).toHaveLength(1)
  expect(start.textContent).toContain('−1.13')
  expect(end.textContent).toContain(title)
  expect(end.textContent).toContain('1.13')
  expect(end.textContent).toContain(words)
  expect(screen.queryByText(hold)).toBeNull()
  await open(user, end)
  expect(within(end).getByText(hold)).toBeTruthy()
  expect(within(end).getByText('−1.13')).toBeTruthy()
  await open(user, start)
  expect(within(start).getByText(hold)).toBeTruthy()
  expect(within(start).getByText('+1.13')).toBeTruthy()
  await open(user, start)
  expect(within(start).queryByText(hold)).toBeNull()
})

it('leads from each line of the fund to what it is about, income by its day', async () => {
  const confirmed = { account: 'fund_confirmed', balanceAfter: '500.00' } as const
  const { user } = await shown(() =>
    page(
      wireRecord({ id: '4', kind: 'fund_redeem', ref: '950001', amount: '20.00' }),
      wireRecord({ id: '3', kind: 'fund_income', ref: '2026-11-19', ...confirmed, amount: '0.03' }),
      wireRecord({ id: '2', kind: 'fund_confirm', ref: '900001', ...confirmed, amount: '500.00' }),
      wireRecord({ id: '1', kind: 'fund_subscribe', ref: '900001', amount: '-500.00' }),
    ),
  )
  const rows = await screen.findAllByRole('listitem')
  for (const row of rows) await open(user, row)
  expect(rows.map((row) => within(row).getByRole('link').getAttribute('href'))).toEqual([
    '/pages/Particulars/Particulars?redemption=950001',
    '/pages/Particulars/Particulars?day=2026-11-19',
    '/pages/Particulars/Particulars?lot=900001',
    '/pages/Particulars/Particulars?lot=900001',
  ])
  const [, income, confirm] = rows.map(({ textContent }) => textContent)
  expect(income).toContain('19 Nov 2026')
  expect(income).toContain('+0.03')
  expect(confirm).toContain('+500.00')
  expect(confirm).toContain("Yu'ebao, confirmed")
})

it('asks for what the filter says, days as moments of this device', async () => {
  const { asked, user } = await shown(() => page(wireRecord()))
  await screen.findByRole('listitem')
  await user.click(screen.getByRole('button', { name: /Filter/ }))
  await user.selectOptions(screen.getByLabelText('Type'), 'deposit')
  await act(async () => {
    const from = screen.getByLabelText('From')
    await user.type(from, '2026-05-01')
  })
  const wanted = new URLSearchParams(asked().at(-1)?.split('?')[1])
  expect(wanted.get('kind')).toBe('deposit')
  expect(wanted.get('from')).toBe(String(new Date(2026, 4, 1).getTime()))
  expect(wanted.has('to')).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Clear filter' }))
  await waitFor(() => expect(asked().at(-1)).toBe('/records?limit=50'))
})

it('says that nothing fits a filter, and that there is nothing at all', async () => {
  const { view } = await shown(() => page(), '/?kind=deposit')
  expect(await screen.findByText('Nothing matches this filter')).toBeTruthy()
  view.unmount()
  await shown(() => page())
  expect(await screen.findByText('No capital records')).toBeTruthy()
})

it('reads the newest page when the balance says that something changed, and not on a repeat', async () => {
  const { streams, asked } = await shown(() => page(wireRecord()))
  await screen.findByRole('listitem')
  await act(async () => streams.state$('balance').next(money(7)))
  const before = asked().length
  await act(async () => streams.state$('balance').next(money(7)))
  expect(asked()).toHaveLength(before)
  await act(async () => streams.state$('balance').next(money(8)))
  expect(asked()).toHaveLength(before + 1)
})

it('saves every entry of what the filter lets through, headed in the language on screen', async () => {
  const saved: { name: string; file: Blob }[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) saved.push({ name: '', file })
    return 'blob:test'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const last = saved.at(-1)
    if (last !== undefined) last.name = this.download
  })
  const entries = [
    { account: 'cash' as const, amount: '25.00', balanceAfter: '1025.00' },
    { account: 'stake' as const, amount: '-25.00', balanceAfter: '0.00' },
  ]
  const { user, asked } = await shown(
    () => page(wireRecord({ ref: '71', entries })),
    '/?kind=deposit',
  )
  await screen.findByRole('listitem')
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  expect(await screen.findByText('Exported 2 rows')).toBeTruthy()
  expect(asked().at(-1)).toBe('/records?kind=deposit&limit=500')
  const [export_] = saved
  expect(export_?.name).toMatch(/^capital-records-2023-11-1[45]\.csv$/)
  const text = await export_?.file.text()
  expect(text).toContain('"What happened"')
  expect(text).toContain('"Deposit credited","Available balance",25.00,1025.00,"Deposit 71","900"')
  expect(text).toMatch(/"Deposit credited","[^"]+",-25.00,0.00,"Deposit 71","900"/)
})

it('shows what reviewers did with its place in the chain', async () => {
  const hash = 'ab'.repeat(32)
  const act = {
    seq: '12',
    at: timeMs.parse(1_700_000_000_000),
    actor: 'practice-reviewer',
    act: 'deposit_reject',
    ref: '71',
    reason: 'payment_differs',
    why: null,
    userNumber: '9',
    previousHash: null,
    salt: '5'.repeat(32),
    format: 3,
    checkpoint: 12,
    hash,
  }
  const words = { act: 'photo_reopened', reason: null, why: 'the police asked' }
  const older = { format: 2, previousHash: '0'.repeat(64), salt: null, checkpoint: null }
  const acts = [act, { ...act, seq: '11', ...words, ...older }]
  await shown(() => json({ acts, next: null }), '/?tab=acts')
  const [row, written] = await screen.findAllByRole('article')
  if (row === undefined) throw new Error('no act is shown')
  expect(written?.textContent).toContain('the police asked')
  expect(row.textContent).toContain('Rejected your deposit')
  expect(row.textContent).toMatch(/practice reviewer/i)
  expect(row.textContent).toContain(hash)
  expect(row.textContent).toContain('5'.repeat(32))
  expect(row.textContent).toMatch(/Fixed by signed checkpoint:?\s*12/)
  expect(written?.textContent).toContain('0'.repeat(64))
  expect(written?.textContent).toContain('The next one, within ten seconds')
})

it('offers everything about the user as one download', async () => {
  await shown(() => json({}), '/?tab=everything')
  const link = await screen.findByRole('link', { name: 'Download everything' })
  expect(link.getAttribute('href')).toBe('/api/everything')
  expect(link.hasAttribute('download')).toBe(true)
})

it('names on a large screen the account of each change, and shows no balance of a hold among the others', async () => {
  largeScreen()
  const lost = {
    kind: 'order_settle',
    outcome: 'lost',
    account: 'stake',
    amount: '-25.00',
  } as const
  const { user } = await shown(() =>
    page(
      wireRecord({ id: '2', ref: '8', ...lost, balanceAfter: '0.00' }),
      wireRecord({
        id: '1',
        kind: 'order_stake',
        ref: '8',
        amount: '-25.00',
        balanceAfter: '975.00',
      }),
    ),
  )
  const [end, start] = (await screen.findAllByRole('row')).slice(1)
  if (end === undefined || start === undefined) throw new Error('rows')
  const cells = (row: HTMLElement) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
  expect(cells(end).slice(0, 4)).toEqual(['Order lost', 'Stakes in open positions', '25.00', '–'])
  expect(cells(start).slice(0, 4)).toEqual([
    'Order placed',
    'Available balance',
    '−25.00',
    '975.00',
  ])
  await user.click(within(end).getByRole('button'))
  expect(screen.getByText('The stake left your balance when you placed the order.')).toBeTruthy()
})
