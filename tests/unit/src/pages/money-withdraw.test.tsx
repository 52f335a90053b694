import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FUND_NOW, redemptionWire } from '#support/sample-fund.ts'
import { FundPage } from '../../../../src/pages/money/money.tsx'
import { json, type Network, problem } from '../features/render-feature.tsx'
import { fundRoom } from './fund-room.tsx'

const RICH = { total: '20000.00', confirmed: '20000.00', redeemable: '20000.00' }

async function opened(answer?: Network, state: Record<string, unknown> = RICH) {
  const room = await fundRoom({
    ui: <FundPage />,
    address: '/?open=withdraw',
    ...(answer !== undefined && { answer }),
  })
  await room.fund(state)
  const { user } = room
  // The sheet's own file is loaded first.
  const sheet = within(await screen.findByRole('dialog', { name: "Withdraw from Yu'ebao" }))
  const amount = await sheet.findByRole<HTMLInputElement>('textbox', { name: 'Amount' })
  const next = () => user.click(sheet.getByRole('button', { name: 'Check and confirm' }))
  const review = async (text: string): Promise<void> => {
    await user.type(amount, text)
    await next()
  }
  const send = () => user.click(sheet.getByRole('button', { name: /^Withdraw \d/ }))
  const body = (at = 0): Record<string, unknown> => JSON.parse(room.commands()[at]?.body ?? '{}')
  return { ...room, sheet, amount, next, review, send, body }
}
const paid = (change: Record<string, unknown> = {}) =>
  json({
    redemption: redemptionWire({
      speed: 'instant',
      status: 'paid',
      cancellableUntil: null,
      payDay: '2023-11-15',
      paysAt: FUND_NOW,
      endedAt: FUND_NOW,
      ...change,
    }),
  })

describe('the figures', () => {
  it('say what can be withdrawn, and what cannot yet', async () => {
    const { sheet } = await opened(undefined, { ...RICH, total: '20500.00', pending: '500.00' })
    expect(sheet.getByRole('status', { name: 'Available to withdraw' }).textContent).toBe(
      '20,000.00',
    )
    expect(sheet.getByText(/500\.00 isn’t confirmed yet/)).toBeTruthy()
    expect(sheet.getByText('5 withdrawals left today')).toBeTruthy()
  })
  it('bound what goes at once by what is left of that today, and say what to do', async () => {
    const { sheet, review, user } = await opened()
    await review('15000')
    expect(sheet.getByRole('alert').textContent).toContain('only 10,000.00 more')
    await user.click(sheet.getByRole('radio', { name: /^Next business day/ }))
    expect(sheet.queryByRole('alert')).toBeNull()
  })
  it('put in all there is, and become that where more was typed', async () => {
    const { sheet, amount, user } = await opened()
    await user.click(sheet.getByRole('button', { name: 'All' }))
    expect(amount.value).toBe('20000')
    await user.clear(amount)
    await user.type(amount, '99999')
    await user.tab()
    expect(amount.value).toBe('20000')
    expect(sheet.getByText('Changed to the maximum, 20,000.00')).toBeTruthy()
  })
  it('are closed when today’s withdrawals are used up', async () => {
    const used = { limit: 5, remaining: 0, instantRemaining: '10000.00' }
    const { sheet } = await opened(undefined, { ...RICH, redemptions: used })
    expect(sheet.getByText(/today’s withdrawal limit\. Try again in 14:00:00/)).toBeTruthy()
    expect(
      sheet.getByRole<HTMLButtonElement>('button', { name: 'Check and confirm' }).disabled,
    ).toBe(true)
  })
})

describe('the last look', () => {
  it('asks for no password up to the set amount, and sends what was shown', async () => {
    const { sheet, review, send, body, commands } = await opened(() => paid())
    await review('1000')
    expect(sheet.queryByLabelText('Trading password')).toBeNull()
    expect(sheet.getByText('Instantly')).toBeTruthy()
    expect(sheet.getByText('19,000.00')).toBeTruthy()
    await send()
    expect((await sheet.findByRole('status')).textContent).toBe('50.00 is in your balance')
    expect(commands()[0]?.path).toBe('/fund/redemptions')
    expect(body()).toEqual({
      amount: '1000.00',
      speed: 'instant',
      payDay: '2023-11-15',
      tradingPassword: null,
    })
  })
  it('asks for the trading password above it, and does not send without', async () => {
    const { sheet, review, send, body, commands, user } = await opened(() => paid())
    await review('1000.01')
    await send()
    expect(commands()).toEqual([])
    await user.type(sheet.getByLabelText('Trading password'), 'stone-kite-seven-91')
    await send()
    await waitFor(() => expect(commands()).toHaveLength(1))
    expect(body()).toMatchObject({ tradingPassword: 'stone-kite-seven-91' })
  })
  it('keeps a wrong password beside its field, everything still there', async () => {
    const { sheet, review, send, user } = await opened(() => problem('trading_password_wrong', 422))
    await review('5000')
    const field = sheet.getByLabelText<HTMLInputElement>('Trading password')
    await user.type(field, 'wrong words here')
    await send()
    expect((await sheet.findByRole('alert')).textContent).toBe('The trading password is wrong.')
    expect(field.value).toBe('wrong words here')
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })
  it('names the business day on which it is paid', async () => {
    const { sheet, review, send, user, body } = await opened(() =>
      paid({ speed: 'next_day', status: 'requested' }),
    )
    await user.click(sheet.getByRole('radio', { name: /^Next business day/ }))
    await review('100')
    expect(sheet.getByText('Thu 16 Nov, 00:00')).toBeTruthy()
    expect(sheet.getByText('Wed 15 Nov, 15:00')).toBeTruthy()
    await send()
    await waitFor(() => expect(body()).toMatchObject({ payDay: '2023-11-16' }))
  })
  it('shows the new day when it has changed meanwhile, and sends that one only when asked again', async () => {
    let tries = 0
    const { sheet, review, send, user, body, commands } = await opened(() => {
      tries += 1
      return tries === 1 ? problem('fund_day_changed', 409, { day: '2023-11-17' }) : paid()
    })
    await user.click(sheet.getByRole('radio', { name: /^Next business day/ }))
    await review('100')
    await send()
    expect((await sheet.findByRole('alert')).textContent).toContain(
      'will now be paid on Fri 17 Nov',
    )
    expect(commands()).toHaveLength(1)
    expect(sheet.getByText('Fri 17 Nov, 00:00')).toBeTruthy()
    await send()
    await waitFor(() => expect(commands()).toHaveLength(2))
    expect(body(1)).toMatchObject({ payDay: '2023-11-17' })
    expect(commands()[1]?.key).not.toBe(commands()[0]?.key)
  })
  it('asks about a lost answer by the same key, and says that it does', async () => {
    let tries = 0
    let answerNow = (): void => undefined
    const { sheet, review, send, commands } = await opened(async () => {
      tries += 1
      if (tries === 1) throw new TypeError('cut')
      await new Promise<void>((resolve) => {
        answerNow = resolve
      })
      return paid()
    })
    await review('100')
    await send()
    expect(await sheet.findByRole('button', { name: 'Confirming…' })).toBeTruthy()
    expect(sheet.getByText(/Nothing will be done twice/)).toBeTruthy()
    answerNow()
    expect((await sheet.findByText(/is in your balance/)).textContent).toContain('50.00')
    expect(new Set(commands().map(({ key }) => key)).size).toBe(1)
  })
  it('keeps its day and key over midnight while its answer is lost, so that it is done once', async () => {
    let tries = 0
    const midnight = Promise.withResolvers<void>()
    const { sheet, review, send, commands, body, streams, fund } = await opened(async () => {
      tries += 1
      if (tries === 1) throw new TypeError('cut')
      await midnight.promise
      return paid()
    })
    await review('100')
    await send()
    await sheet.findByText(/didn’t get an answer/)
    streams.now = Date.parse('2023-11-16T00:00:00Z')
    await fund({ version: 2 })
    // At once: it earns up to the day before.
    await sheet.findByText('Wed 15 Nov')
    midnight.resolve()
    expect(await sheet.findByText(/is in your balance/)).toBeTruthy()
    expect(body(commands().length - 1)).toEqual(body(0))
    expect(new Set(commands().map(({ key }) => key)).size).toBe(1)
  })
  it('goes back to the figures as they were typed', async () => {
    const { sheet, review, user } = await opened()
    await user.click(sheet.getByRole('radio', { name: /^Next business day/ }))
    await review('123.45')
    await user.click(sheet.getByRole('button', { name: 'Back' }))
    expect(sheet.getByRole<HTMLInputElement>('textbox', { name: 'Amount' }).value).toBe('123.45')
    const chosen = sheet.getByRole('radio', { name: /^Next business day/ })
    expect(chosen.getAttribute('aria-checked')).toBe('true')
  })
  it('says why it was refused', async () => {
    const { sheet, review, send } = await opened(() =>
      problem('redeemable_too_low', 409, { redeemable: '80.00' }),
    )
    await review('100')
    await send()
    expect((await sheet.findByRole('alert')).textContent).toBe(
      'You can withdraw at most 80.00 now.',
    )
  })
})
