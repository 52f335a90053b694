/** The live cells of the trading screen beside the list: found in the page, and compared with the last prices. */
import { createLiveLabels } from '#features/chart/base/time-labels.ts'
import {
  type ProvisionalResult,
  provisionalResultOf,
  resultIf,
} from '#features/orders/presentation.ts'
import { type Position, positions, SHOWN } from './desk-data.ts'
import { serverNow } from './fake-server.ts'
import { format, type I18n } from './stage.tsx'

export const labels = createLiveLabels('en')

interface PositionCells {
  price: HTMLElement
  result: HTMLElement
  left: HTMLElement
}
export interface DeskCells {
  big: HTMLElement
  rise: HTMLElement
  high: HTMLElement
  low: HTMLElement
  /** The time, the price, the low and the high of what the chart shows. */
  legend: readonly HTMLElement[]
  chart: HTMLElement
  positions: readonly PositionCells[]
}

const all = (selector: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`#root ${selector}`),
]

function positionCells(row: HTMLElement): PositionCells[] {
  const cell = (at: number): HTMLElement | null =>
    row.querySelector<HTMLElement>(`[role=cell]:nth-child(${at}) > span`)
  const [price, left] = [cell(5), cell(7)]
  // Below the list of products, the dock shows only the amount.
  const result = cell(6)?.querySelector<HTMLElement>('.when-narrow')?.parentElement ?? null
  return price === null || result === null || left === null ? [] : [{ price, result, left }]
}

/** Null until all of them are there. */
export function findDeskCells(): DeskCells | null {
  const [big] = all('p[data-quote]')
  const [rise] = all('[data-product-line] span[data-stats]')
  const [high, low] = all('dl[data-stats] dd')
  const legend = all('button[aria-expanded] > span[aria-hidden] > span')
  const [chart] = all('[data-live-chart]')
  const rows = all('#positions-pane [role=row]').flatMap(positionCells)
  if (!big || !rise || !high || !low || !chart) return null
  if (legend.length !== 4 || rows.length !== positions.length) return null
  return { big, rise, high, low, legend, chart, positions: rows }
}

export type ResultText = { tone: string; words: string; amount: string; change: string }

/** How each result is written: where there is room with words, and else as the change. */
export function createResultTexts(i18n: I18n) {
  const t = i18n.getFixedT('en', 'trading')
  return (position: Position, result: ProvisionalResult): ResultText => {
    const order = { ...position, entry: { price: position.entry } }
    const amount = resultIf(order, result)
    const tone = amount > 0n ? 'text-up' : amount < 0n ? 'text-down' : ''
    const change = format.signedMoney(amount)
    const written = result === 'level' ? format.money(position.stake) : change
    return { tone, words: t(`dock.now.${result}`), amount: written, change }
  }
}

export const resultAt = (position: Position, price: number): ProvisionalResult =>
  provisionalResultOf({ ...position, entry: { price: position.entry } }, price) ?? 'level'

/** The time left may be the one before it changed. */
const isLeft = (text: string, expiresAt: number): boolean =>
  [0, 1_000].some((ago) => text === format.countdown(expiresAt - serverNow() + ago))

/** The number of cells that do not show the last prices. */
export function wrongCells(last: ReadonlyMap<number, number>, i18n: I18n): number {
  const cells = findDeskCells()
  if (cells === null) return 1
  const write = (id: number): string => format.price(last.get(id) ?? 0, 2)
  const textOf = createResultTexts(i18n)
  const right = [cells.big, cells.legend[1]].map(
    (cell) => cell?.textContent.includes(write(SHOWN)) === true,
  )
  for (const [i, position] of positions.entries()) {
    const row = cells.positions[i]
    const { words, amount, change } = textOf(
      position,
      resultAt(position, last.get(position.productId) ?? 0),
    )
    right.push(
      row?.price.textContent === write(position.productId),
      row?.result.textContent === `${words} ${amount}${change}`,
      isLeft(row?.left.textContent ?? '', position.expiresAt),
    )
  }
  // A chart that draws nothing has no canvas.
  right.push(cells.chart.querySelector('canvas') !== null)
  return right.filter((one) => !one).length
}
