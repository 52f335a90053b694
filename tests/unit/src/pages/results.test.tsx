import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { tokenAtom } from '#api/session.ts'
import type { Results } from '#contract/results.ts'
import { CSV_BOM } from '#rules/csv.ts'
import { lastKnownStore } from '#device/last-known.ts'
import { lastKnownAtom } from '#streams'
import { sampleBalance } from '#support/sample-account.ts'
import { tallWindow } from '#support/tall-window.ts'
import { ResultsPage } from '../../../../src/pages/results/results.tsx'
import { blankCanvas } from '../../../leaks/canvas.ts'
import { resultsWire, sampleResults } from '../features/results/sample-results.ts'
import {
  fakeNetwork,
  json,
  type Network,
  problem,
  renderFeature,
} from '../features/render-feature.tsx'

beforeEach(() => {
  tallWindow()
  blankCanvas()
})

const daysIn = (path: string): number | null => {
  const days = new URLSearchParams(path.split('?')[1]).get('days')
  return days === null ? null : Number(days)
}
const answering: Network = ({ path }) => json(resultsWire({ days: daysIn(path) }))

async function shown(answer: Network = answering, address = '/', known = lastKnownStore([], null)) {
  const calls = fakeNetwork(answer)
  known.belongTo('someone')
  const view = await renderFeature(<ResultsPage />, address, (store) => {
    store.set(tokenAtom, 'known')
    store.set(lastKnownAtom, known)
  })
  const asked = (): string[] => calls.map(({ path }) => path)
  return { ...view, known, asked, user: userEvent.setup() }
}

const rowsOf = (caption: string): string[][] =>
  within(screen.getByRole('table', { name: caption }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent ?? ''))
const fact = (name: string, region: string): string | undefined =>
  within(screen.getByRole('region', { name: region }))
    .getAllByText(name)
    .map((label) => label.closest('div')?.querySelector('dd')?.textContent ?? '')
    .find((text) => text !== '')

describe('own results', () => {
  it('ask visitors to log in, and ask the server nothing', async () => {
    const calls = fakeNetwork(answering)
    await renderFeature(<ResultsPage />)
    expect(await screen.findByText('Log in to see your results')).toBeTruthy()
    expect(calls).toEqual([])
  })

  it('keep room while they load', async () => {
    await shown(() => new Promise(() => {}))
    expect(document.querySelector('.animate-skeleton')).not.toBeNull()
    expect(screen.getByRole('radio', { name: '30 days' }).getAttribute('aria-checked')).toBe('true')
  })

  it('say the figures, the zone of their days, and what the win rate means', async () => {
    await shown()
    await screen.findByRole('region', { name: 'Overall' })
    const { all } = sampleResults()
    expect(screen.getByText(/^Days are in UTC/).closest('details')?.open).toBe(false)
    expect(fact('Settled orders', 'Overall')).toBe(`${all.orders}`)
    expect(fact('Void', 'Overall')).toBe(`${all.void}`)
    expect(fact('Break-even win rate', 'Win rate')).toBe(
      `${((all.winRate?.breakEven ?? 0) / 100).toFixed(2)}%`,
    )
    const luck = screen.getByText(/contains the break-even rate.*nothing but luck/)
    expect(luck.closest('details')?.open).toBe(false)
    expect(screen.getByText(/Draws and void orders refund the stake/)).toBeTruthy()
  })

  it.each([
    ['above', /whole interval is above the break-even rate/],
    ['below', /whole interval is below the break-even rate/],
  ] as const)('say when a win rate is %s what luck explains', async (compared, text) => {
    const sample = sampleResults()
    const winRate = { ...(sample.all.winRate ?? expect.fail()), compared }
    const wire = resultsWire() as Record<string, object>
    await shown(() => json({ ...wire, all: { ...wire['all'], winRate } }))
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('draw both curves, and have the same figures in tables', async () => {
    await shown()
    await screen.findByRole('region', { name: 'Profit and loss over time' })
    await waitFor(() => expect(document.querySelectorAll('.tv-lightweight-charts')).toHaveLength(2))
    const { days } = sampleResults()
    const [head, newest] = rowsOf('Profit and loss over time')
    expect(head).toEqual(['Day', 'Profit and loss', 'Running total'])
    const total = days.at(-1)?.total ?? 0n
    expect(newest?.[2]?.replace(/[^\d]/g, '')).toBe(`${total < 0n ? -total : total}`)
  })

  it('are grouped as chosen, and the address says how', async () => {
    const { user } = await shown(answering, '/?by=direction')
    await screen.findByRole('region', { name: 'Breakdown' })
    expect(rowsOf('Breakdown').map(([name]) => name?.split(/\d/)[0])).toEqual([
      'Direction',
      'Up',
      'Down',
    ])
    await user.click(screen.getByRole('tab', { name: 'Duration' }))
    expect(rowsOf('Breakdown')[1]?.[0]).toMatch(/^1 sec/)
    await user.keyboard('{ArrowLeft}')
    expect(screen.getByRole('tab', { name: 'Product' }).getAttribute('aria-selected')).toBe('true')
  })

  it('are those of the chosen period', async () => {
    const { user, asked } = await shown()
    await screen.findByRole('region', { name: 'Overall' })
    await user.click(screen.getByRole('radio', { name: 'All time' }))
    await screen.findByRole('region', { name: 'Overall' })
    expect(asked().at(-1)).toBe('/results')
    expect(fact('Settled orders', 'Overall')).toBe('40')
  })

  it('have a calendar that tells profit from loss without colour', async () => {
    const { user } = await shown()
    await screen.findByRole('region', { name: 'Calendar' })
    const { days } = sampleResults()
    const worst = days.findLast((day) => day.profitAndLoss < 0n && day.day.startsWith('2023-11'))
    const cell = screen.getByText(
      new RegExp(`^${Number(worst?.day.slice(-2))} Nov 2023: loss −`),
    ).parentElement
    expect(cell?.textContent).toContain('▼')
    await user.click(screen.getByRole('button', { name: 'Previous month' }))
    expect(screen.getByRole('table', { name: 'Result of each day in Oct 2023' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Previous month' })).toHaveProperty('disabled', true)
  })

  it('say so where no order was settled', async () => {
    await shown(({ path }) => json(resultsWire({ count: 0, days: daysIn(path) })))
    expect(await screen.findByText('No settled orders in this period')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See products' })).toBeTruthy()
  })

  it('are read again when the balance changes', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { streams, asked } = await shown()
    await screen.findByRole('region', { name: 'Overall' })
    const before = asked().length
    for (const version of [1, 2, 3]) {
      const value = { ...sampleBalance(), version }
      await act(async () => streams.state$('balance').next({ value, asOf: streams.now }))
    }
    await act(async () => vi.advanceTimersByTimeAsync(1_500))
    expect(asked()).toHaveLength(before + 1)
    vi.useRealTimers()
  })

  it('can be tried again when they cannot be read', async () => {
    let broken = true
    const { user } = await shown((sent) => (broken ? problem('unavailable', 503) : answering(sent)))
    const again = await screen.findByRole('button', { name: 'Try again' })
    broken = false
    await user.click(again)
    expect(await screen.findByRole('region', { name: 'Overall' })).toBeTruthy()
  })

  it('of the last visit are shown while the server cannot be reached', async () => {
    const first = await shown()
    await screen.findByRole('region', { name: 'Overall' })
    first.view.unmount()
    await shown(() => problem('unavailable', 503), '/', first.known)
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Overall' })).toBeTruthy()
    expect(document.querySelector('[data-results=old]')).not.toBeNull()
  })

  it('are exported with every group, and numbers that spreadsheets can calculate with', async () => {
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved.push(blob)
      return 'blob:saved'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const { user } = await shown()
    await screen.findByRole('region', { name: 'Overall' })
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    const text = (await saved[0]?.text()) ?? ''
    const lines = text.replace(CSV_BOM, '').trim().split('\r\n')
    const sample: Results = sampleResults()
    const groups = sample.days.length + sample.products.length + sample.durations.length
    expect(lines).toHaveLength(1 + 1 + groups + sample.directions.length)
    expect(lines[0]).toContain('"Break-even win rate (%)"')
    const newest = lines.findLast((line) => line.startsWith('"Day"')) ?? ''
    expect(newest).toMatch(/^"Day","\d{4}-\d\d-\d\d",\d+,\d+,\d+,\d+,\d+,[\d.]+,-?[\d.]+,/)
  })
})
