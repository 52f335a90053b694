import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { appInfoAtom } from '#api/session.ts'
import { toastsAtom } from '#notifications/toasts.ts'
import { commandTimerAtom } from '#commands/commands.ts'
import {
  depositWire,
  sampleAppInfo,
  sampleDeposit,
  sampleWithdrawal,
  withdrawalWire,
} from '#support/sample-account.ts'
import { largeScreen } from '#support/large-screen.ts'
import { tallWindow } from '#support/tall-window.ts'
import { WithdrawalsPage } from '../../../../src/pages/withdraw-list/withdraw-list.tsx'
import { DepositsPage } from '../../../../src/pages/withdraw-list/withdraw-open.tsx'
import { depositTermsWire } from '../features/cashier/cashier-wire.ts'
import {
  fakeNetwork,
  json,
  type Network,
  problem,
  openExplanations,
  renderFeature,
  instantTimer,
} from '../features/render-feature.tsx'

beforeEach(() => {
  tallWindow()
})
const NOW = 1_700_000_000_000
const DEPOSIT = depositWire({ method: 'bank_transfer' })

describe('deposits', () => {
  async function shown(
    address = '/',
    deposits: unknown[] = [DEPOSIT],
    post: Network = () => json({}),
  ) {
    localStorage.setItem('token', 'handle')
    const calls = fakeNetwork((sent) => {
      if (sent.method === 'POST') return post(sent)
      return json(sent.path === '/deposit-terms' ? depositTermsWire() : { deposits, next: null })
    })
    const room = await renderFeature(<DepositsPage />, address, (store) =>
      store.set(commandTimerAtom, instantTimer()),
    )
    await act(async () => room.streams.state$('deposits').next({ value: [], asOf: NOW }))
    const posts = () => calls.filter(({ method }) => method === 'POST')
    return { ...room, calls, posts, user: userEvent.setup() }
  }
  const rows = () => screen.queryAllByRole('listitem')

  it('shows a visitor the way in', async () => {
    await renderFeature(<DepositsPage />)
    expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
  })

  it('says that there are none, and why', async () => {
    await shown('/', [])
    expect(await screen.findByText('No deposits yet')).toBeTruthy()
  })

  it('offers to try again when they could not be read', async () => {
    localStorage.setItem('token', 'handle')
    fakeNetwork(() => problem('internal', 500))
    await renderFeature(<DepositsPage />)
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Something went wrong on our server',
    )
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  it('are a table on a large screen, sorted by any of its columns', async () => {
    largeScreen()
    const { user } = await shown('/', [
      depositWire({ id: '2', method: 'bank_transfer', amount: '20.00' }),
      depositWire({ id: '1', method: 'bank_transfer', amount: '90.00' }),
    ])
    const table = within(await screen.findByRole('table', { name: 'Deposits' }))
    const amounts = () =>
      table
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getAllByRole('cell')[1]?.textContent)
    expect(amounts()).toEqual(['20.00', '90.00'])
    await user.click(table.getByRole('button', { name: 'Amount' }))
    await user.click(table.getByRole('button', { name: 'Amount' }))
    expect(amounts()).toEqual(['90.00', '20.00'])
    await user.click(table.getAllByRole('button', { name: /^Bank transfer, / })[0] ?? document.body)
    expect((await screen.findByRole('dialog')).textContent).toContain('90.00')
  })

  it('follows each deposit as the stream tells of it', async () => {
    const { streams } = await shown()
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(rows()[0]?.textContent).toContain('Bank transfer')
    expect(rows()[0]?.textContent).toContain('Submitted')
    const approved = sampleDeposit({ ...DEPOSIT, status: 'approved', reviewAt: 1, decidedAt: 2 })
    await act(async () => streams.state$('deposits').next({ value: [approved], asOf: NOW }))
    expect(rows()[0]?.textContent).toContain('Approved')
  })

  it('lets a deposit leave the list of a status that it left', async () => {
    const { streams } = await shown('/?status=submitted')
    await waitFor(() => expect(rows()).toHaveLength(1))
    const review = sampleDeposit({ ...DEPOSIT, status: 'review', reviewAt: 1 })
    await act(async () => streams.state$('deposits').next({ value: [review], asOf: NOW }))
    expect(rows()).toHaveLength(0)
    expect(screen.getByText('No deposits with this status')).toBeTruthy()
  })

  it('shows how far one has come, and takes it back only after asking', async () => {
    const cancelled = { ...DEPOSIT, status: 'cancelled', decidedAt: 2 }
    const { user, posts, store } = await shown('/', [DEPOSIT], () => json({ deposit: cancelled }))
    await user.click(await screen.findByRole('button', { name: /Bank transfer/ }))
    const steps = await screen.findByRole('list', { name: 'Progress of this deposit' })
    expect(within(steps).getAllByRole('listitem')).toHaveLength(3)
    await user.click(screen.getByRole('button', { name: 'Cancel deposit' }))
    expect(posts()).toEqual([])
    const ask = await screen.findByRole('alertdialog')
    await user.click(within(ask).getByRole('button', { name: 'Cancel deposit' }))
    await waitFor(() => expect(store.get(toastsAtom)).toHaveLength(1))
    expect(posts()[0]?.path).toBe('/deposits/1/cancel')
  })

  it.each([
    ['/?id=1', 1],
    ['/?id=7', 0],
    ['/?id=00', 0],
  ])('opens the deposit that %s names, when it is one of theirs', async (address, sheets) => {
    const { calls } = await shown(address)
    await waitFor(() => expect(rows().length).toBeGreaterThan(0))
    await waitFor(() => expect(screen.queryAllByRole('dialog')).toHaveLength(sheets))
    if (sheets === 0) return
    expect(calls.map(({ path }) => path)).toContain('/deposits?before=2')
    expect(screen.getByRole('list', { name: 'Progress of this deposit' })).toBeTruthy()
  })

  it('opens the sheet by its address, says that details are examples, and sends what was written', async () => {
    const { user, posts, store } = await shown('/?new=1', [], () => json({ deposit: DEPOSIT }))
    const sheet = await screen.findByRole('dialog')
    expect(await within(sheet).findByText(/these details are examples/)).toBeTruthy()
    expect(within(sheet).getByRole('button', { name: 'Copy IBAN' })).toBeTruthy()
    await user.type(within(sheet).getByRole('textbox', { name: 'Amount' }), '250')
    await user.click(within(sheet).getByRole('button', { name: 'Submit deposit' }))
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(JSON.parse(posts()[0]?.body ?? '')).toEqual({
      method: 'bank_transfer',
      amount: '250.00',
      proof: null,
    })
    expect(store.get(toastsAtom).at(-1)?.text).toBe(
      'Operation Successful (wait patiently for arrival)',
    )
  })

  it.each([true, false])(
    'says when a deposit is answered, where a rule does: %s',
    async (practiceReviewer) => {
      const { store } = await shown('/?new=1', [])
      await act(async () => store.set(appInfoAtom, { ...sampleAppInfo, practiceReviewer }))
      await screen.findByText(/these details are examples/)
      if (practiceReviewer) openExplanations()
      const rule = screen.queryAllByText(/answers after about 8 s/)
      expect(rule).toHaveLength(practiceReviewer ? 1 : 0)
    },
  )

  it('shows the details of the chosen method, and makes an amount beyond its limits the maximum', async () => {
    const { user } = await shown('/?new=1', [])
    const sheet = await screen.findByRole('dialog')
    await user.click(await within(sheet).findByRole('radio', { name: /Bitcoin/ }))
    expect(within(sheet).getByText('not-an-address')).toBeTruthy()
    const amount = within(sheet).getByRole<HTMLInputElement>('textbox', { name: 'Amount' })
    await user.type(amount, '9000,5')
    expect(amount.value).toBe('9000,5')
    await user.tab()
    expect(amount.value).toBe('5000')
    expect(within(sheet).getByText('Changed to the maximum, 5,000.00')).toBeTruthy()
  })

  it('names what the server refuses', async () => {
    const refuse = () => problem('too_many_in_review', 409, { limit: 3 })
    const { user } = await shown('/?new=1', [], refuse)
    const sheet = await screen.findByRole('dialog')
    await user.type(await within(sheet).findByRole('textbox', { name: 'Amount' }), '250')
    await user.click(within(sheet).getByRole('button', { name: 'Submit deposit' }))
    expect(await screen.findByText('At most 3 can be under review at a time.')).toBeTruthy()
  })
})

describe('withdrawals', () => {
  async function shown(address = '/', withdrawals: unknown[] = [withdrawalWire()]) {
    localStorage.setItem('token', 'handle')
    const calls = fakeNetwork((sent) =>
      sent.method === 'POST'
        ? json({ withdrawal: withdrawalWire({ status: 'cancelled', decidedAt: 2 }) })
        : json({ withdrawals, next: null }),
    )
    const room = await renderFeature(<WithdrawalsPage />, address)
    await act(async () => room.streams.state$('withdrawals').next({ value: [], asOf: NOW }))
    return { ...room, calls, user: userEvent.setup() }
  }

  it('asks for those of the chosen result', async () => {
    const { calls, user } = await shown()
    expect(calls[0]?.path).toBe('/withdrawals')
    await user.click(screen.getByRole('tab', { name: 'Success' }))
    await waitFor(() => expect(calls.at(-1)?.path).toBe('/withdrawals?show=success'))
  })

  it.each([
    ['', 'No withdrawals yet'],
    ['success', 'No successful withdrawals'],
    ['under_review', 'No withdrawals under review'],
    ['failed', 'No failed withdrawals'],
  ])('says that there are none of %s', async (show, text) => {
    await shown(`/?show=${show}`, [])
    expect(await screen.findByText(text)).toBeTruthy()
    const hint = screen.queryByText('Your withdrawals will appear here.')
    expect(hint !== null).toBe(show === '')
  })

  it('can be taken back while in review, after asking, and says that the amount is released', async () => {
    const { user, calls, streams } = await shown()
    await user.click(await screen.findByRole('button', { name: /Example Bank/ }))
    await user.click(await screen.findByRole('button', { name: 'Cancel withdrawal' }))
    const ask = await screen.findByRole('alertdialog')
    expect(within(ask).getByText('100.00 becomes available again immediately.')).toBeTruthy()
    await user.click(within(ask).getByRole('button', { name: 'Cancel withdrawal' }))
    await waitFor(() => expect(calls.at(-1)?.path).toBe('/withdrawals/1/cancel'))
    const cancelled = sampleWithdrawal({ status: 'cancelled', decidedAt: 2 })
    await act(async () => streams.state$('withdrawals').next({ value: [cancelled], asOf: NOW }))
    expect(await screen.findByText('100.00 has been released and is available again.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancel withdrawal' })).toBeNull()
  })

  it('opens the one that the address names, in the list where it now is', async () => {
    const paid = withdrawalWire({ status: 'paid', reviewAt: 1, decidedAt: 2, sentAt: 3, doneAt: 4 })
    const { calls } = await shown('/?id=1', [paid])
    expect(await screen.findByRole('list', { name: 'Progress of this withdrawal' })).toBeTruthy()
    const paths = calls.map(({ path }) => path)
    expect(paths).toContain('/withdrawals?before=2')
    await waitFor(() => expect(calls.at(-1)?.path).toBe('/withdrawals?show=success'))
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })

  it('says why it was refused and by whom', async () => {
    const refused = withdrawalWire({
      status: 'rejected',
      reviewAt: 1,
      decidedAt: 2,
      reviewer: 'practice-reviewer',
      reason: 'limit_reached',
    })
    const { user } = await shown('/?show=failed', [refused])
    await user.click(await screen.findByRole('button', { name: /Example Bank/ }))
    expect(await screen.findByText('a limit was reached')).toBeTruthy()
    expect(screen.getByText('Practice reviewer')).toBeTruthy()
    expect(screen.getByText('100.00 has been released and is available again.')).toBeTruthy()
  })

  it('says of a returned one that the fee came back too', async () => {
    const returned = withdrawalWire({
      status: 'bounced',
      reviewAt: 1,
      decidedAt: 2,
      sentAt: 3,
      doneAt: 4,
      reviewer: 'anna-desk',
      reason: 'destination_refused',
    })
    const { user } = await shown('/?show=failed', [returned])
    await user.click(await screen.findByRole('button', { name: /Example Bank/ }))
    expect(
      await screen.findByText(/including the fee, has been returned to you and is available again/),
    ).toBeTruthy()
    expect(screen.getByText('anna-desk')).toBeTruthy()
  })
})
