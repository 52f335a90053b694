import type {
  IChartApiBase,
  ISeriesApi,
  ISeriesPrimitive,
  ISeriesPrimitiveAxisView,
  Logical,
  MouseEventParams,
  SeriesType,
} from 'lightweight-charts'
import { chartFont } from '#features/chart/base/chart-font.ts'
import type { ChartColors } from '#features/chart/base/chart-colors.ts'
import {
  type BoardEvents,
  DrawingHand,
  type HandState,
} from '#features/chart/drawings/drawing-hand.ts'
import { type DrawingPlane, drawingShapeOf } from '#features/chart/drawings/drawing-shapes.ts'
import type { Draft, Drawing } from '#features/chart/drawings/drawings.ts'
import { paintDrawings } from '#features/chart/drawings/paint-drawings.ts'

export type { BoardEvents, HandState } from '#features/chart/drawings/drawing-hand.ts'

/** The chart below the drawings. Positions are those of its time scale; fractions are between two points. */
export interface BoardHost<H> {
  container: HTMLElement
  chart: IChartApiBase<H>
  positionOf(timeMs: number): number
  timeAt(position: number): number
  colors(): ChartColors
  write(price: number): string
}

type PaneView = NonNullable<ReturnType<NonNullable<ISeriesPrimitive<unknown>['paneViews']>>[number]>
type Target = Parameters<NonNullable<ReturnType<PaneView['renderer']>>['draw']>[0]

/** Measures text without a chart. Browsers without a canvas, as in tests, get an estimate. */
function createMeasure(): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return (text) => text.length * 7
  return (text) => {
    context.font = chartFont()
    return context.measureText(text).width
  }
}

/** Draws what the user has drawn on one chart, and lets fingers and the mouse place, select and move it. */
export class DrawingBoard<H> {
  readonly #host: BoardHost<H>
  readonly #hand: DrawingHand
  readonly #measure = createMeasure()
  #state: HandState = { drawings: [], selected: null, tool: null }
  #series: ISeriesApi<SeriesType, H> | null = null
  #requestUpdate: (() => void) | null = null
  #labelled: readonly Drawing[] = []
  #labels: ISeriesPrimitiveAxisView[] = []

  constructor(host: BoardHost<H>, events: BoardEvents) {
    this.#host = host
    this.#hand = new DrawingHand(
      host.container,
      {
        plane: () => this.#plane(),
        state: () => this.#state,
        changed: () => this.#requestUpdate?.(),
      },
      events,
    )
    host.chart.subscribeClick(this.#click)
  }

  /** Attaches to a series, or to another one when the chart's style changes. */
  attach(series: ISeriesApi<SeriesType, H>): void {
    this.#series = series
    series.attachPrimitive(this.#primitive())
  }

  set(state: HandState): void {
    if (state.tool !== this.#state.tool) this.#hand.drop()
    this.#state = state
    this.#requestUpdate?.()
  }

  stop(): void {
    this.#hand.stop()
    this.#host.chart.unsubscribeClick(this.#click)
  }

  readonly #click = ({ point, paneIndex }: MouseEventParams<H>): void => {
    if (point !== undefined && (paneIndex ?? 0) === 0) this.#hand.tap(point)
  }

  /** The library converts whole positions only; others are on the line through two of them. */
  #plane(): DrawingPlane | null {
    const series = this.#series
    const { chart, positionOf, timeAt } = this.#host
    const scale = chart.timeScale()
    const zero = scale.logicalToCoordinate(0 as Logical)
    const one = scale.logicalToCoordinate(1 as Logical)
    const height = chart.panes()[0]?.getHeight()
    if (series === null || zero === null || one === null || height === undefined) return null
    return {
      xOf: (timeMs) => zero + positionOf(timeMs) * (one - zero),
      yOf: (price) => series.priceToCoordinate(price),
      timeOf: (x) => timeAt((x - zero) / (one - zero)),
      priceOf: (y) => series.coordinateToPrice(y),
      textWidth: this.#measure,
      width: scale.width(),
      height,
    }
  }

  #primitive(): ISeriesPrimitive<H> {
    const views: PaneView[] = [
      {
        zOrder: () => 'normal',
        renderer: () => ({
          draw: (target: Target) =>
            target.useMediaCoordinateSpace(({ context, mediaSize }) =>
              this.#paint(context, mediaSize.width),
            ),
        }),
      },
    ]
    return {
      attached: ({ requestUpdate }) => {
        this.#requestUpdate = requestUpdate
      },
      detached: () => {
        this.#requestUpdate = null
      },
      paneViews: () => views,
      priceAxisViews: () => this.#axisLabels(),
    }
  }

  #paint(context: CanvasRenderingContext2D, width: number): void {
    const plane = this.#plane()
    if (plane === null) return
    const { drawings, selected } = this.#state
    const drafts: { drawing: Draft; selected: boolean }[] = drawings.map((one) => ({
      drawing: this.#hand.shown(one),
      selected: one.id === selected,
    }))
    const draft = this.#hand.draft()
    if (draft !== null) drafts.push({ drawing: draft, selected: true })
    const painted = drafts.flatMap((each) => {
      const shape = drawingShapeOf(each.drawing, plane)
      return shape === null ? [] : [{ ...each, shape }]
    })
    paintDrawings(context, painted, this.#host.colors(), width)
  }

  /** One per horizontal line. The same objects for the same drawings: the library remembers where it moved them. */
  #axisLabels(): ISeriesPrimitiveAxisView[] {
    const { drawings } = this.#state
    if (drawings === this.#labelled) return this.#labels
    this.#labelled = drawings
    this.#labels = drawings.flatMap((one) => {
      if (one.kind !== 'level') return []
      const price = (): number => {
        const shown = this.#hand.shown(one)
        return shown.kind === 'level' ? shown.price : one.price
      }
      return [
        {
          coordinate: () => this.#series?.priceToCoordinate(price()) ?? -1,
          text: () => this.#host.write(price()),
          textColor: () => this.#host.colors().ink,
          backColor: () => this.#host.colors().grid,
        },
      ]
    })
    return this.#labels
  }
}
