import { MINUTE_MS } from '#contract/time.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import { tokenAtom } from '#api/session.ts'
import { type OwnLimits, ownLimitChange, ownLimits } from '#contract/limits.ts'
import { OwnLimitsView } from '#features/limits/own-limits-view.tsx'
import { SessionReminder } from '#features/limits/session-reminder.tsx'
import { LOOSER_AFTER_MS, pauseEnd } from '#rules/own-limits.ts'
import { sampleBalance } from '#support/sample-account.ts'
import { sampleLimits } from '#support/sample-limits.ts'
import { fakeNetwork, json, renderFeature, type Sent } from './render-feature.tsx'

const value = (limit: string | number | null, pending: unknown = null) => ({
  value: limit,
  pending,
})

/** `replies`: what the server says to changes, in order. */
async function page(limits: OwnLimits, replies: OwnLimits[] = [], changes: unknown[] = []) {
  const calls = fakeNetwork(({ method }) =>
    method === 'GET'
      ? json({ limits: z.encode(ownLimits, limits), changes })
      : json({ limits: z.encode(ownLimits, replies.shift() ?? limits) }),
  )
  const made = await renderFeature(<OwnLimitsView />)
  await act(async () =>
    made.streams.state$('limits').next({ value: limits, asOf: made.streams.now }),
  )
  return { ...made, sent: (): Sent[] => calls.filter(({ method }) => method === 'POST') }
}
const open = async (name: RegExp): Promise<void> => {
  await act(async () => void fireEvent.click(await screen.findByRole('button', { name })))
}
const type = (label: string, text: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
const press = async (name: string | RegExp): Promise<void> => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })))
}

describe('the limits', () => {
  it('show what is in force and what is planned with its time', async () => {
    const { streams } = await page(sampleLimits())
    const at = streams.now + LOOSER_AFTER_MS
    const limits = sampleLimits({
      version: 2,
      stake: value('50.00', { value: '80.00', at }),
      open_positions: value(3),
      session_minutes: value(45),
    })
    await act(async () => streams.state$('limits').next({ value: limits, asOf: streams.now }))
    expect(screen.getByRole('button', { name: /Maximum per order.*50\.00.*80\.00/ })).toBeTruthy()
    expect(screen.getByRole('button', { name: /Open positions.*3/ })).toBeTruthy()
    expect(screen.getByRole('button', { name: /Time reminder.*45 min/ })).toBeTruthy()
    expect(screen.getByRole('button', { name: /Daily loss.*No limit/ })).toBeTruthy()
  })
  it('take a count as a whole number only, and say so instead of changing it', async () => {
    await page(sampleLimits())
    await open(/Open positions/)
    type('Number', '1.5')
    await press('Save')
    expect(screen.getByLabelText('Number')).toHaveProperty('value', '1.5')
    expect(screen.getByRole('alert').textContent).toBe('Enter a whole number.')
    type('Number', '123456')
    expect(screen.getByLabelText('Number')).toHaveProperty('value', '123456')
    expect(screen.getByRole('alert').textContent).toBe('Too large')
  })
  it('say before saving whether a value holds at once or after a day, and send it', async () => {
    const { sent } = await page(sampleLimits({ stake: value('50.00') }))
    await open(/Maximum per order/)
    expect(screen.getByText('This is already in force.')).toBeTruthy()
    type('Amount', '20')
    expect(screen.getByText(/Stricter than now/)).toBeTruthy()
    type('Amount', '70')
    expect(screen.getByText(/Looser than now: applies from .* Until then, 50\.00/)).toBeTruthy()
    await press('Save')
    expect(sent()).toMatchObject([{ path: '/limits', body: '{"kind":"stake","value":"70.00"}' }])
  })
  it('refuse what is out of bounds beside the field, and send nothing', async () => {
    const { sent } = await page(sampleLimits())
    await open(/Open positions/)
    type('Number', '101')
    await press('Save')
    expect(screen.getByRole('alert').textContent).not.toBe('')
    type('Number', '')
    await press('Save')
    expect(sent()).toEqual([])
    await press('5')
    await press('Save')
    expect(sent()).toMatchObject([{ body: '{"kind":"open_positions","value":5}' }])
  })
  it('let a planned change be taken back by keeping what is in force', async () => {
    const at = Date.now() + LOOSER_AFTER_MS
    const { sent } = await page(sampleLimits({ daily_loss: value('90.00', { value: null, at }) }), [
      sampleLimits({ version: 3, daily_loss: value('90.00') }),
    ])
    await open(/Daily loss/)
    expect(screen.queryByRole('button', { name: 'Remove limit' })).toBeNull()
    await press('Keep 90.00')
    expect(sent()).toMatchObject([{ body: '{"kind":"daily_loss","value":"90.00"}' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
  it('are removed by asking, from a day later on', async () => {
    const { sent } = await page(sampleLimits({ session_minutes: value(30) }))
    await open(/Time reminder/)
    await press('Remove limit')
    expect(sent()).toMatchObject([{ body: '{"kind":"session_minutes","value":null}' }])
  })
  it('list what was changed', async () => {
    const line = z.encode(
      ownLimitChange,
      ownLimitChange.parse({ id: '7', at: 1, kind: 'time_out', until: 7 * 86_400_000 }),
    )
    await page(sampleLimits(), [], [line])
    expect(await screen.findByText(/^until .*1970/)).toBeTruthy()
  })
})

describe('a break', () => {
  it('is begun only after its length is chosen and the question is answered', async () => {
    const { sent } = await page(sampleLimits())
    await open(/Time-out/)
    expect(screen.getByRole('button', { name: 'Start the break' })).toHaveProperty('disabled', true)
    await act(async () => void fireEvent.click(screen.getByRole('radio', { name: /7 days/ })))
    await press('Start the break')
    expect(sent()).toEqual([])
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('can’t be ended early')
    const [, confirm] = dialog.querySelectorAll('button')
    await act(async () => void (confirm !== undefined && fireEvent.click(confirm)))
    expect(sent()).toMatchObject([{ path: '/limits/pause', body: '{"length":"days_7"}' }])
  })
  it('that excludes asks for one more word, and offers only what ends later than what runs', async () => {
    const made = await page(sampleLimits())
    const exclusion = pauseEnd('year_1', made.streams.now)
    const limits = sampleLimits({ version: 2, exclusion })
    await act(async () =>
      made.streams.state$('limits').next({ value: limits, asOf: made.streams.now }),
    )
    expect(screen.getByText(/You’re taking a break until/)).toBeTruthy()
    await open(/Self-exclusion/)
    expect(screen.queryByRole('radio', { name: /6 months/ })).toBeNull()
    await act(async () => void fireEvent.click(screen.getByRole('radio', { name: /5 years/ })))
    const start = screen.getByRole('button', { name: 'Start the break' })
    expect(start).toHaveProperty('disabled', true)
    await act(async () => void fireEvent.click(screen.getByRole('checkbox')))
    expect(start).toHaveProperty('disabled', false)
  })
})

describe('the reminder', () => {
  async function sitting(minutes: number) {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const made = await renderFeature(<SessionReminder />, '/', (store) =>
      store.set(tokenAtom, 'handle-one'),
    )
    const { streams } = made
    const say = (profitAndLoss: string) =>
      act(async () =>
        streams
          .state$('balance')
          .next({ value: sampleBalance({ profitAndLoss }), asOf: streams.now }),
      )
    const pass = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += MINUTE_MS) {
        streams.now += MINUTE_MS
        await act(async () => void (await vi.advanceTimersByTimeAsync(MINUTE_MS)))
      }
    }
    await act(async () =>
      streams.state$('limits').next({
        value: sampleLimits({ session_minutes: value(minutes) }),
        asOf: streams.now,
      }),
    )
    await say('10.00')
    return { ...made, say, pass }
  }
  it('comes after the minutes, says how long and how it went, and again after as many', async () => {
    const { say, pass } = await sitting(15)
    await pass(14 * MINUTE_MS)
    expect(screen.queryByRole('dialog')).toBeNull()
    await say('-2.50')
    await pass(2 * MINUTE_MS)
    const dialog = screen.getByRole('dialog')
    expect(dialog.textContent).toMatch(/1[56] min/)
    expect(dialog.textContent).toContain('−12.50')
    await press('Continue')
    await pass(13 * MINUTE_MS)
    expect(screen.queryByRole('dialog')).toBeNull()
    await pass(3 * MINUTE_MS)
    expect(screen.getByRole('dialog').textContent).toMatch(/3[012] min/)
  })
  it('asks before it logs out, as a guest cannot come back', async () => {
    const { pass, store } = await sitting(15)
    await pass(16 * MINUTE_MS)
    await press('Stop and log out')
    expect(screen.getByRole('alertdialog')).toBeTruthy()
    expect(store.get(tokenAtom)).toBe('handle-one')
  })
  it('is silent where none is asked for', async () => {
    const made = await renderFeature(<SessionReminder />)
    await act(async () =>
      made.streams.state$('limits').next({ value: sampleLimits(), asOf: made.streams.now }),
    )
    expect([...made.streams.leases.keys()]).toEqual(['limits'])
    expect(localStorage.getItem('sitting')).toBeNull()
  })
})
