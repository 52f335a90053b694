import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { appInfoAtom } from '#api/session.ts'
import { PATHS } from '#lib/paths.ts'
import { commandTimerAtom } from '#commands/commands.ts'
import {
  sampleAppInfo,
  sampleBalance,
  sampleProfile,
  sampleWithdrawal,
  verificationWire,
  withdrawalWire,
} from '#support/sample-account.ts'
import { WithdrawPage } from '../../../../src/pages/withdraw-money/withdraw-money.tsx'
import { accountWire, withdrawalTermsWire } from '../features/cashier/cashier-wire.ts'
import {
  fakeNetwork,
  fillIn,
  json,
  type Network,
  problem,
  renderFeature,
  type Sent,
  instantTimer,
  meAnswer,
  openExplanations,
} from '../features/render-feature.tsx'

const NOW = 1_700_000_000_000
const READY = {
  verification: verificationWire({ status: 'verified' }),
  payoutAccount: accountWire(),
}

async function shown(change: Record<string, unknown>, post: Network = () => json({})) {
  localStorage.setItem('token', 'handle')
  let terms = withdrawalTermsWire()
  const calls = fakeNetwork((sent) => {
    if (sent.path === '/me') return meAnswer()
    return sent.method === 'GET' ? json(terms) : post(sent)
  })
  const room = await renderFeature(<WithdrawPage />, '/', (store) =>
    store.set(commandTimerAtom, instantTimer()),
  )
  await act(async () => {
    room.streams.state$('profile').next({ value: sampleProfile(change), asOf: NOW })
    room.streams
      .state$('balance')
      .next({ value: sampleBalance({ available: '1000.00' }), asOf: NOW })
  })
  const user = userEvent.setup()
  const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' })
  const review = async (text: string): Promise<void> => {
    await user.type(amount(), text)
    await user.click(screen.getByRole('button', { name: 'Check and confirm' }))
  }
  const confirm = async (): Promise<void> => {
    await fillIn(user, await screen.findByLabelText('Trading password'), 'stone-kite-seven-91')
    await user.click(screen.getByRole('button', { name: /^Withdraw \d/ }))
  }
  const posts = (): Sent[] => calls.filter(({ method }) => method === 'POST')
  return {
    ...room,
    user,
    amount,
    review,
    confirm,
    posts,
    newTerms: (next: Record<string, unknown>) => {
      terms = withdrawalTermsWire(next)
    },
  }
}

it.each([
  [{}, 'Verify your identity first', PATHS.verify],
  [
    { verification: verificationWire({ status: 'verifying' }) },
    'Your verification is under review',
    PATHS.verify,
  ],
  [
    { verification: verificationWire({ status: 'rejected' }) },
    'Your verification was rejected',
    PATHS.verify,
  ],
  [{ ...READY, payoutAccount: null }, 'Save a withdrawal account first', PATHS.accountDetail],
  [
    { ...READY, payoutAccount: accountWire({ heldUntil: NOW + 60_000 }) },
    /^Withdrawals are on hold until/,
    PATHS.account,
  ],
])('names the next step and leads there: case %#', async (change, title, to) => {
  await shown(change)
  expect(screen.getByText(title)).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe(to)
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('shows fee, net and destination before anything is confirmed, and that nobody pays to withdraw', async () => {
  const { user, amount } = await shown(READY)
  await user.type(amount(), '1000')
  expect(screen.getByText('5.00')).toBeTruthy()
  expect(screen.getByText('995.00')).toBeTruthy()
  expect(screen.getByText('Example Bank •••• 1111')).toBeTruthy()
  expect(screen.getByText(/We never ask you to pay to withdraw/)).toBeTruthy()
  expect(screen.getByText(/5 withdrawals left today/)).toBeTruthy()
})

it('takes all of it at one tap, and refuses a larger amount as it was typed', async () => {
  const { user, amount } = await shown(READY)
  await user.click(screen.getByRole('button', { name: 'Withdraw all' }))
  expect(amount().value).toBe('1000')
  await user.clear(amount())
  await user.type(amount(), '4000')
  await user.tab()
  expect(amount().value).toBe('4000')
  expect(screen.getByRole('alert').textContent).toBe(
    'Your available balance is too low (1,000.00).',
  )
})

it('calls a blank amount an empty value and names the least', async () => {
  const { user, amount, posts } = await shown(READY)
  await user.click(screen.getByRole('button', { name: 'Check and confirm' }))
  expect(screen.getByText('Empty Value')).toBeTruthy()
  await user.type(amount(), '19.99')
  expect(screen.getByText('The amount must be at least 20.00.')).toBeTruthy()
  expect(posts()).toEqual([])
})

it('sends amount, fee and trading password together with a key, then says it is requested', async () => {
  const { review, confirm, posts } = await shown(READY, () =>
    json({ withdrawal: withdrawalWire() }),
  )
  await review('250')
  await confirm()
  expect(await screen.findByText('Withdrawal requested')).toBeTruthy()
  expect(screen.getByText('Operation Successful (wait patiently for arrival)')).toBeTruthy()
  expect(posts()[0]?.key).toMatch(/^\d{13}-[0-9a-f]{32}$/)
  expect(JSON.parse(posts()[0]?.body ?? '')).toEqual({
    amount: '250.00',
    fee: '2.00',
    tradingPassword: 'stone-kite-seven-91',
    proof: null,
  })
})

it('shows the amount and follows the progress of what was requested', async () => {
  const { review, confirm, streams } = await shown(READY, () =>
    json({ withdrawal: withdrawalWire({ amount: '250.00', fee: '2.00', net: '248.00' }) }),
  )
  await review('250')
  await confirm()
  const steps = within(await screen.findByRole('list', { name: 'Progress of this withdrawal' }))
  const current = () =>
    steps.getAllByRole('listitem').find((step) => step.getAttribute('aria-current') === 'step')
  expect(screen.getByText('250.00')).toBeTruthy()
  expect(screen.getByText('248.00')).toBeTruthy()
  expect(current()?.textContent).toContain('Requested')
  const changed = { amount: '250.00', status: 'review', reviewAt: 1_690_000_005_000 }
  await act(async () =>
    streams.state$('withdrawals').next({ value: [sampleWithdrawal(changed)], asOf: NOW }),
  )
  expect(current()?.textContent).toContain('review')
})

it('says confirming while the answer is lost, and asks with the same key', async () => {
  const answers: ((response: Response) => void)[] = []
  const { review, confirm, posts } = await shown(READY, () => {
    if (answers.length === 0) {
      answers.push(() => undefined)
      throw new TypeError('cut')
    }
    return new Promise((resolve) => answers.push(resolve))
  })
  await review('250')
  await confirm()
  expect(await screen.findByRole('button', { name: 'Confirming…' })).toBeTruthy()
  await waitFor(() => expect(posts()).toHaveLength(2))
  await act(async () => answers[1]?.(json({ withdrawal: withdrawalWire() })))
  expect(await screen.findByText('Withdrawal requested')).toBeTruthy()
  expect(posts()[0]?.key).toBe(posts()[1]?.key)
})

it('names a wrong trading password beside its field, and keeps the sheet', async () => {
  const { review, confirm } = await shown(READY, () => problem('trading_password_wrong', 422))
  await review('250')
  await confirm()
  expect(await screen.findByText('The trading password is wrong.')).toBeTruthy()
  expect(screen.getByText('Confirm withdrawal')).toBeTruthy()
})

it('shows the new fee when it has changed, and sends that one next', async () => {
  const { review, confirm, posts, newTerms, user } = await shown(READY, () =>
    problem('fee_changed', 409, { fee: '3.00' }),
  )
  await review('250')
  newTerms({
    fees: {
      bank_card: { rate: 50, minimum: '3.00' },
      currency_address: { rate: 100, minimum: '1.00' },
    },
  })
  await confirm()
  expect(await screen.findByText('The fee has changed to 3.00. Please check again.')).toBeTruthy()
  await waitFor(() => expect(screen.getAllByText('247.00').length).toBeGreaterThan(0))
  await user.click(screen.getByRole('button', { name: /^Withdraw \d/ }))
  await waitFor(() => expect(posts()).toHaveLength(2))
  expect(JSON.parse(posts()[1]?.body ?? '').fee).toBe('3.00')
  expect(posts()[1]?.key).not.toBe(posts()[0]?.key)
})

it('wants the second factor where one is on, and sends its proof', async () => {
  const factors = { totp: true, recoveryCodesLeft: 0, passkeys: [] }
  const { review, user, posts } = await shown({ ...READY, factors }, () =>
    problem('factor_wrong', 422),
  )
  await review('250')
  await fillIn(user, await screen.findByLabelText('Trading password'), 'stone-kite-seven-91')
  const send = screen.getByRole('button', { name: /^Withdraw \d/ })
  expect(send.hasAttribute('disabled')).toBe(true)
  await user.type(screen.getByLabelText('6-digit authenticator code'), '123456')
  await user.click(send)
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(JSON.parse(posts()[0]?.body ?? '').proof).toEqual({ kind: 'totp', code: '123456' })
  expect(await screen.findByText('That code or passkey wasn’t accepted.')).toBeTruthy()
})

it('offers nothing when today’s are used up, and says when they come again', async () => {
  localStorage.setItem('token', 'handle')
  fakeNetwork(() => json(withdrawalTermsWire({ remainingToday: 0 })))
  const { streams } = await renderFeature(<WithdrawPage />)
  await act(async () => streams.state$('profile').next({ value: sampleProfile(READY), asOf: NOW }))
  expect(screen.getByText(/You’ve reached today’s withdrawal limit/)).toBeTruthy()
  const next = screen.getByRole('button', { name: 'Check and confirm' })
  expect(next.hasAttribute('disabled')).toBe(true)
})

it('says when the practice reviewer answers, and nothing for testers', async () => {
  const { store } = await shown(READY)
  await act(async () => store.set(appInfoAtom, sampleAppInfo))
  await screen.findByText(/no real money moves/)
  openExplanations()
  expect(screen.getByText(/answers after about 8 s/)).toBeTruthy()
  expect(screen.getByText(/made about 14 s after your request/)).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/\.13|\.31/)
})
