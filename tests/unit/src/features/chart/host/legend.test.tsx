import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { candle } from '#contract/product.ts'
import { timeMs } from '#contract/scalars.ts'
import { BarLegend } from '#features/chart/bars/bar-legend.tsx'
import type { LegendData } from '#features/chart/bars/chart-view.ts'
import { drawingsAtom } from '#features/chart/drawings/drawing-choices.ts'
import { LiveLegendLine } from '#features/chart/live/live-panel.tsx'
import { createLiveLabels, createTimeLabels } from '#features/chart/base/time-labels.ts'
import { renderFeature } from '../../render-feature.tsx'
import { bitcoin } from '../../sample-product.ts'

const NOON = Date.UTC(2026, 10, 20, 12)

describe('the legend of bars', () => {
  it('is one line, and opens to every value on a tap', async () => {
    const data: LegendData = {
      bar: candle.parse([NOON, 100, 300, 50, 200, 10_000]),
      pointed: false,
      values: [
        { name: 'ma', values: { ma5: 150, ma10: null } },
        { name: 'macd', values: { macd: 3, signal: 2, histogram: 1 } },
      ],
    }
    const labels = createTimeLabels('en', { timeZone: 'UTC' })
    await renderFeature(<BarLegend product={bitcoin} data={data} labels={labels} />)
    const button = screen.getByRole('button', { name: 'Values' })
    expect(button.textContent).toContain('20 Nov, 12:00')
    expect(button.textContent).toContain('C 2.00')
    expect(button.textContent).toContain('MA5 1.50')
    expect(screen.queryByText(/MACD \(12, 26, 9\)/)).toBeNull()
    await userEvent.setup().click(button)
    expect(button.getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByText('MACD (12, 26, 9)')).toBeTruthy()
    expect(screen.getByText('Signal 0.02')).toBeTruthy()
    expect(document.body.textContent).toContain('O 1.00')
  })

  it.each([
    [NOON + 1, true],
    [NOON, false],
    [undefined, false],
  ])('marks a bar from before the log, which begins at %s: %s', async (at, isMarked) => {
    const bar = candle.parse([NOON, 100, 300, 50, 200, 0])
    const data = { bar, pointed: false, values: [] }
    const labels = createTimeLabels('en', { timeZone: 'UTC' })
    const product = at === undefined ? bitcoin : { ...bitcoin, logStartsAt: timeMs.parse(at) }
    await renderFeature(<BarLegend product={product} data={data} labels={labels} />)
    const { textContent } = screen.getByRole('button', { name: 'Values' })
    expect(textContent?.includes('Before this log')).toBe(isMarked)
  })

  it('keeps its place while nothing is known', async () => {
    const labels = createTimeLabels('en', { timeZone: 'UTC' })
    await renderFeature(<BarLegend product={bitcoin} data={null} labels={labels} />)
    expect(screen.getByRole('button', { name: 'Values' }).textContent).toBe('Values')
  })
})

it('the legend of the live line has the price with tenths of a second, and its extremes', async () => {
  const data = {
    timeMs: NOON + 5_250,
    price: 6_400_000,
    low: 6_390_000,
    high: 6_410_000,
    pointed: false,
  }
  const labels = createLiveLabels('en', 'UTC')
  await renderFeature(<LiveLegendLine product={bitcoin} data={data} labels={labels} />)
  expect(document.body.textContent).toContain('12:00:05.2')
  expect(document.body.textContent).toContain('64,000.00')
  expect(document.body.textContent).toContain('L 63,900.00')
  expect(document.body.textContent).toContain('H 64,100.00')
  const button = screen.getByRole('button', { name: 'Values' })
  await userEvent.setup().click(button)
  expect(
    screen.getByText(/^Order: line with an arrow, in the colour of how it would end now/),
  ).toBeTruthy()
  expect(screen.queryByText(/^Your drawing/)).toBeNull()
})

it('the legend says how drawings look once there is one', async () => {
  const labels = createLiveLabels('en', 'UTC')
  await renderFeature(
    <LiveLegendLine product={bitcoin} data={null} labels={labels} />,
    '/',
    (atoms) => atoms.set(drawingsAtom('BTCUSDT'), () => [{ id: 1, kind: 'level', price: 1 }]),
  )
  await userEvent.setup().click(screen.getByRole('button', { name: 'Values' }))
  expect(screen.getByText('Your drawing: dashes and dots with square ends')).toBeTruthy()
  localStorage.clear()
})
