import { DAY_MS } from '#contract/time.ts'
import { act, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { deskState } from '#contract/desk-state.ts'
import { VenuesPanel } from '#desk/venues-panel.tsx'
import { renderFeature } from '../features/render-feature.tsx'

const WAITING = {
  verifications: 0,
  deposits: 0,
  withdrawals: 0,
  payout_changes: 0,
  fund_rates: 0,
  recoveries: 0,
  support: 0,
  frozen: 0,
}
const health = (line: string, change: object = {}) => ({
  line,
  connected: true,
  since: 1_700_000_000_000,
  heardAt: 1_700_000_060_000,
  messagesPerSecond: 12.34,
  lagMs: 41.6,
  skewMs: -1_270,
  reconnects: 3,
  faults: 1,
  disagreementBps: 4,
  ...change,
})

async function shown(venues?: object[], closingsUntil?: (now: number) => number | null) {
  const page = await renderFeature(<VenuesPanel />)
  const value = deskState.parse({
    revision: 1,
    waiting: WAITING,
    typing: [],
    space: 'enough',
    venues,
    closingsUntil: closingsUntil?.(page.streams.now),
  })
  await act(async () => page.streams.state$('desk').next({ value, asOf: page.streams.now }))
  return page
}

it('shows the health of each venue', async () => {
  const away = { connected: false, heardAt: null, lagMs: null, skewMs: null, disagreementBps: null }
  await shown([health('binance'), health('okx', away)])
  const [binance, okx] = screen.getAllByRole('listitem')
  const told = within(binance ?? document.body)
  expect(told.getByText('Connected')).toBeTruthy()
  expect(binance?.textContent).toContain('Messages per second12.3')
  expect(binance?.textContent).toContain('Lag42 ms')
  expect(binance?.textContent).toContain('Clock skew−1,270 ms')
  expect(binance?.textContent).toContain('Disagreement0.04%')
  expect(binance?.textContent).toContain('Reconnects3')
  expect(binance?.textContent).toContain('Unreadable1')
  expect(okx?.textContent).toContain('OKXNot connected')
  expect(okx?.textContent).toContain('Lag–')
})

it('shows nothing where prices are not live', async () => {
  const { view } = await shown()
  expect(view.container.textContent).toBe('')
})

it('names the operator of a line, and that it trades perpetual contracts', async () => {
  await shown([health('okx'), health('okx-perpetual')])
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/^OKX(?! ·)/)
  expect(rows[1]).toMatch(/^OKX · /)
})

it('warns when the calendar of closings ends within three days, and when it has ended', async () => {
  const { view } = await shown([health('okx-perpetual')], (now) => now + 2 * DAY_MS)
  expect((await screen.findByRole('status')).textContent).toMatch(
    /^The calendar of closings ends .*\. Perpetual contracts close then\.npm run holidays/,
  )
  view.unmount()
  await shown([health('okx-perpetual')], () => null)
  expect(screen.getByRole('alert').textContent).toContain('perpetual contracts are closed')
})

it('says nothing of closings that are known for longer, or that no product needs', async () => {
  const { view } = await shown([health('okx-perpetual')], (now) => now + 4 * DAY_MS)
  expect(screen.queryByText(/calendar of closings/)).toBeNull()
  view.unmount()
  await shown([health('okx')])
  expect(screen.queryByText(/calendar of closings/)).toBeNull()
})

it('names a dealer, and says that it refused the access', async () => {
  await shown([health('oanda'), health('oanda', { connected: false, refused: true })])
  const [well, refused] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(well).toMatch(/^OANDAConnected/)
  expect(well).not.toContain('Refused')
  expect(refused).toMatch(/^OANDANot connected/)
  expect(refused).toContain('Refused: the dealer doesn’t accept the token or the account')
})
