import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fundLotWire } from '#support/sample-fund.ts'
import { TransferPage } from '../../../../src/pages/transfer/transfer.tsx'
import {
  fakeNetwork,
  json,
  type Network,
  problem,
  renderFeature,
} from '../features/render-feature.tsx'
import { fundRoom } from './fund-room.tsx'

const LOT = fundLotWire({ id: '7', amount: '500.00', remaining: '500.00' })

async function shown(answer?: Network, state: Record<string, unknown> = {}, available = '3000.00') {
  const room = await fundRoom({
    ui: <TransferPage />,
    ...(answer !== undefined && { answer }),
  })
  await room.balance(available)
  await room.fund(state)
  await room.rates({})
  const { user } = room
  const amount = () =>
    screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount to transfer in' })
  const next = () => user.click(screen.getByRole('button', { name: 'Check and confirm' }))
  const confirm = async (text: string) => {
    await user.type(amount(), text)
    await next()
    return within(await screen.findByRole('dialog', { name: 'Confirm transfer in' }))
  }
  const send = () => user.click(screen.getByRole('button', { name: /^Transfer in \d/ }))
  const body = (at = 0): unknown => JSON.parse(room.commands()[at]?.body ?? '{}')
  return { ...room, amount, next, confirm, send, body }
}
const nextButton = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: 'Check and confirm' })

describe('before it is ready', () => {
  it('sends a visitor to the log-in', async () => {
    await renderFeature(<TransferPage />)
    expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
  })
  it('holds the form’s place while the fund is not heard', async () => {
    await fundRoom({ ui: <TransferPage /> })
    expect(document.querySelector('.animate-skeleton')).not.toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
  })
  it('says so when the fund or its limits could not be loaded', async () => {
    const { streams } = await fundRoom({ ui: <TransferPage /> })
    await act(async () => streams.state$('fund').error(new Error('topic_unknown')))
    expect(screen.getByRole('alert').textContent).toContain('We couldn’t load')
  })
  it('tries the limits again when asked', async () => {
    let tries = 0
    localStorage.setItem('token', 'handle')
    fakeNetwork(() => {
      tries += 1
      return problem('unavailable', 503)
    })
    await renderFeature(<TransferPage />)
    expect((await screen.findByRole('alert')).textContent).toContain('limits')
    await act(async () => screen.getByRole('button', { name: 'Try again' }).click())
    await waitFor(() => expect(tries).toBe(2))
  })
  it('offers nothing to send before the balance is heard', async () => {
    const { fund } = await fundRoom({ ui: <TransferPage /> })
    await fund()
    expect(nextButton().disabled).toBe(true)
    expect(screen.getByRole('status', { name: 'Available balance' }).textContent).toBe('—')
  })
})

describe('the amount', () => {
  it('says its limits before anything is typed', async () => {
    await shown(undefined, { total: '1000.00', subscriptions: { limit: 10, remaining: 9 } })
    expect(screen.getByText(/1\.00 to 999,999\.00 per transfer/)).toBeTruthy()
    expect(screen.getByText(/add up to 999,000\.00 more/)).toBeTruthy()
    expect(screen.getByText('9 of 10')).toBeTruthy()
  })
  it('is all there is, or a round one, with a tap', async () => {
    const { user, amount } = await shown()
    await user.click(screen.getByRole('button', { name: 'All' }))
    expect(amount().value).toBe('3000')
    await user.click(screen.getByRole('button', { name: '500' }))
    expect(amount().value).toBe('500')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '5,000' }).disabled).toBe(true)
  })
  it('is read as typed on any keyboard, and refused with words when it cannot be', async () => {
    const { user, amount } = await shown()
    await user.type(amount(), '12,5')
    await user.tab()
    expect(amount().value).toBe('12.5')
    await user.clear(amount())
    await user.type(amount(), '12.345')
    expect(amount().value).toBe('12.34')
    await user.clear(amount())
    await user.click(amount())
    await user.paste('1,2,3')
    await user.tab()
    expect(amount().value).toBe('1,2,3')
    expect(screen.getByRole('alert').textContent).toBe(
      'We can’t read this number. Write it like 1,234.50.',
    )
    await user.clear(amount())
    await user.type(amount(), '12,345')
    await user.tab()
    expect(amount().value).toBe('12345')
    expect(screen.getByRole('alert').textContent).toBe(
      'Your available balance is too low (3,000.00).',
    )
  })
  it('says which bound it breaks', async () => {
    const { user, amount, next } = await shown(undefined, { total: '999950.00' })
    await next()
    expect(screen.getByRole('alert').textContent).toBe('Empty Value')
    const wrong = async (text: string): Promise<string | null> => {
      await user.clear(amount())
      await user.type(amount(), `${text}{Enter}`)
      return screen.getByRole('alert').textContent
    }
    expect(await wrong('0.5')).toBe('The amount must be at least 1.00.')
    expect(await wrong('60')).toMatch(/^You can hold at most 1,000,000\.00/)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  it('may not be more than is there', async () => {
    const { user, amount } = await shown()
    await user.type(amount(), '3000.01{Enter}')
    expect(screen.getByRole('alert').textContent).toBe(
      'Your available balance is too low (3,000.00).',
    )
  })
  it('is of no use when today’s transfers are used up, and says until when', async () => {
    await shown(undefined, { subscriptions: { limit: 10, remaining: 0 } })
    expect(nextButton().disabled).toBe(true)
    expect(screen.getByText(/Try again in 14:00:00/)).toBeTruthy()
  })
  it('leads to money when there is none', async () => {
    await shown(undefined, {}, '0.00')
    expect(screen.getByRole('button', { name: 'Get practice money' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Make a deposit' })).toBeTruthy()
  })
})

describe('what will happen', () => {
  it('names the days, and what the first of them earns by the rate known now', async () => {
    const { user, amount } = await shown()
    const steps = within(screen.getByRole('list', { name: 'What happens next' }))
    expect(steps.getByText('Transfer in, counts for Wed 15 Nov')).toBeTruthy()
    expect(steps.getByText('You can cancel until 15:00 (5:00:00 left)')).toBeTruthy()
    expect(steps.getByText('Thu 16 Nov, 00:00')).toBeTruthy()
    expect(steps.getByText('First income credited')).toBeTruthy()
    await user.type(amount(), '2000')
    expect(steps.getByText('First income credited, about 0.10')).toBeTruthy()
  })
})

describe('the confirmation', () => {
  it('shows everything once more and sends the day that was shown', async () => {
    const { confirm, send, commands, body } = await shown(() => json({ lot: LOT }))
    const sheet = await confirm('500')
    expect(commands()).toEqual([])
    for (const text of ['500.00', 'Wed 15 Nov', 'Thu 16 Nov, 00:00', '2,500.00'])
      expect(sheet.getByText(text)).toBeTruthy()
    await send()
    await waitFor(() => expect(commands()).toHaveLength(1))
    expect(commands()[0]?.path).toBe('/fund/subscriptions')
    expect(body()).toEqual({ amount: '500.00', confirmDay: '2023-11-16' })
  })
  it('shows the lot as the stream brings it, and that it is no longer waiting', async () => {
    const { confirm, send, fund, user } = await shown(() => json({ lot: LOT }))
    await confirm('500')
    await send()
    expect(await screen.findByText('500.00 transferred in')).toBeTruthy()
    await fund({ version: 2, pending: '500.00', pendingLots: [LOT] })
    expect(screen.getByText('Waiting for confirmation')).toBeTruthy()
    expect(screen.getByText('Confirms Thu 16 Nov, 00:00')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Cancel transfer' })).toBeTruthy()
    await fund({ version: 3 })
    expect(screen.getByText('No longer pending')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Transfer in again' }))
    expect(screen.getByRole('textbox', { name: 'Amount to transfer in' })).toBeTruthy()
  })
  it('says that the cut-off has passed while it stood open', async () => {
    const { confirm, streams, fund, send, body } = await shown(() => json({ lot: LOT }))
    const sheet = await confirm('500')
    streams.now = Date.parse('2023-11-15T15:00:00Z')
    await fund({ version: 2 })
    expect(await sheet.findByText(/will now be confirmed on Fri 17 Nov/)).toBeTruthy()
    await send()
    await waitFor(() => expect(body()).toMatchObject({ confirmDay: '2023-11-17' }))
  })
  it('shows the new day when the server says so, and sends it only when asked again', async () => {
    let tries = 0
    const { confirm, send, commands, body } = await shown(() => {
      tries += 1
      return tries === 1
        ? problem('fund_day_changed', 409, { day: '2023-11-17' })
        : json({ lot: LOT })
    })
    const sheet = await confirm('500')
    await send()
    expect((await sheet.findByRole('alert')).textContent).toContain(
      'will now be confirmed on Fri 17 Nov',
    )
    expect(sheet.getByText('Thu 16 Nov')).toBeTruthy()
    expect(commands()).toHaveLength(1)
    await send()
    await waitFor(() => expect(commands()).toHaveLength(2))
    expect(body(1)).toEqual({ amount: '500.00', confirmDay: '2023-11-17' })
    expect(commands()[1]?.key).not.toBe(commands()[0]?.key)
  })
  it('asks about a lost answer by the same key, and says that it does', async () => {
    let tries = 0
    let answerNow = (): void => undefined
    const { confirm, send, commands } = await shown(async () => {
      tries += 1
      if (tries === 1) throw new TypeError('cut')
      await new Promise<void>((resolve) => {
        answerNow = resolve
      })
      return json({ lot: LOT })
    })
    const sheet = await confirm('500')
    await send()
    const button = await sheet.findByRole<HTMLButtonElement>('button', { name: 'Confirming…' })
    expect(button.disabled).toBe(true)
    expect(sheet.getByText(/Nothing will be done twice/)).toBeTruthy()
    answerNow()
    expect(await screen.findByText('500.00 transferred in')).toBeTruthy()
    expect(new Set(commands().map(({ key }) => key)).size).toBe(1)
  })
  it('keeps its day and key over a cut-off while its answer is lost, so that it is done once', async () => {
    let tries = 0
    const cutOff = Promise.withResolvers<void>()
    const { confirm, send, commands, body, streams, fund } = await shown(async () => {
      tries += 1
      if (tries === 1) throw new TypeError('cut')
      await cutOff.promise
      return json({ lot: LOT })
    })
    const sheet = await confirm('500')
    await send()
    await sheet.findByText(/didn’t get an answer/)
    streams.now = Date.parse('2023-11-15T15:00:00Z')
    await fund({ version: 2 })
    await sheet.findByText('Fri 17 Nov, 00:00')
    cutOff.resolve()
    expect(await screen.findByText('500.00 transferred in')).toBeTruthy()
    expect(body(commands().length - 1)).toEqual(body(0))
    expect(new Set(commands().map(({ key }) => key)).size).toBe(1)
  })
  it('says why it was refused and leaves the figures as they are', async () => {
    const { confirm, send, amount, user } = await shown(() =>
      problem('fund_holding_limit', 409, { limit: '1000000.00' }),
    )
    const sheet = await confirm('500')
    await send()
    expect((await sheet.findByRole('alert')).textContent).toContain('at most 1,000,000.00')
    await user.click(sheet.getByRole('button', { name: 'Close' }))
    expect(amount().value).toBe('500')
  })
})
