import type { Interval, Product } from '#contract/product.ts'
import type { ChartWriters } from '#features/chart/base/chart-options.ts'
import type { LastBars } from '#features/chart/base/last-bars.ts'
import type { LastPrice } from '#features/chart/base/line-points.ts'
import type { OrderMark } from '#features/chart/base/order-shapes.ts'
import type { BoardEvents, HandState } from '#features/chart/drawings/drawing-board.ts'
import type { ChartState } from '#features/chart/host/chart-place.tsx'
import type { LinkedChart, LinkEnd } from '#features/chart/host/chart-link.ts'
import type { PaneSize } from '#features/chart/host/chart-pointer.ts'
import type { Streams } from '#streams'

/** Draws a chart outside React. Nothing here renders a component. */
export interface Engine {
  setOrders(marks: readonly OrderMark[]): void
  /** The order that the page points at, which is then shaded and labelled; null for none. */
  setFocused(id: string | null): void
  setDrawings(state: HandState): void
  /** Sets the price that the whole page shows as the newest one; null while there is none. */
  setLast(last: LastPrice | null): void
  /** Returns to the present. */
  follow(): void
  /** Returns to the present and to the span that the chart has by itself. */
  fit(): void
  /** The panes without their axes. */
  pane(): PaneSize
  /** The price at a height of the chart, which may be between two; null outside the pane of prices. */
  priceAt(y: number): number | null
  linked: LinkedChart
  destroy(): void
}

/** What an engine gets: where it draws, how it writes, and whom it tells. */
export interface Stage<Labels, Data> {
  container: HTMLElement
  streams: Streams
  writers: ChartWriters<Labels>
  board: BoardEvents
  link: LinkEnd
  /** The last displayed bars of the product, for a visit without a network. */
  last(interval: Interval): LastBars
  onLegend(data: Data | null): void
  onState(state: ChartState): void
  /** Called with false when the present has been moved out of sight. */
  onFollowing(following: boolean): void
  onHoverOrder(id: string | null): void
}

/** How a page and its chart light each other up. */
export interface ChartLinks {
  /** The order that the page points at; null or left out for none. */
  focused?: string | null
  /** The pointer is on the line of an order, or no longer on one. */
  onHoverOrder?(id: string | null): void
  /** Begins an alert at a price, a scaled integer. Left out where there are no alerts. */
  onAlertAt?(price: number): void
}

/** An engine, and what ends its prices. */
export interface Started<Made extends Engine> {
  engine: Made
  stopFeed(): void
}

export interface LegendProps<Labels, Data> {
  product: Product
  labels: Labels
  /** What the engine has told; null while nothing is drawn. */
  data: Data | null
}
