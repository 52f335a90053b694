import { useAtomValue, useStore } from 'jotai/react'
import {
  type ComponentType,
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Interval, Product } from '#contract/product.ts'
import { useServerMinute } from '#data/use-server-now.ts'
import { ToEdgeIcon } from '#features/chart/base/chart-icons.tsx'
import type { ChartWriters } from '#features/chart/base/chart-options.ts'
import { type LastBars, lastBars } from '#features/chart/base/last-bars.ts'
import type { LastPrice } from '#features/chart/base/line-points.ts'
import type { OrderMark } from '#features/chart/base/order-shapes.ts'
import type { TimeLabels } from '#features/chart/base/time-labels.ts'
import type { BoardEvents, HandState } from '#features/chart/drawings/drawing-board.ts'
import {
  drawingsAtom,
  placeAtom,
  saveAtom,
  selectedAtom,
  toolAtom,
} from '#features/chart/drawings/drawing-choices.ts'
import { DrawingStrip } from '#features/chart/drawings/drawing-strip.tsx'
import { type PaneSize, watchPointer } from '#features/chart/host/chart-pointer.ts'
import { ChartPlace, type ChartState } from '#features/chart/host/chart-place.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { lastKnownAtom, quoteAtom, type Streams, streamsAtom } from '#streams'
import { IconButton } from '#ui/button.tsx'
import { ChartCredit } from '#ui/chart-credit.tsx'
import { join } from '#ui/join.ts'

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
  destroy(): void
}

/** What an engine gets: where it draws, how it writes, and whom it tells. */
export interface Stage<Labels, Data> {
  container: HTMLElement
  streams: Streams
  writers: ChartWriters<Labels>
  board: BoardEvents
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

interface Props<Labels, Data, Made extends Engine> {
  links: ChartLinks
  product: Product
  marks: readonly OrderMark[]
  labels: Labels & Pick<TimeLabels, 'zone'>
  /** Starts the engine with its prices. It starts again when this function changes. */
  start(stage: Stage<Labels, Data>): Started<Made>
  /** Sets what this engine alone has; called again when this function changes. */
  dress?(engine: Made): void
  Legend: ComponentType<LegendProps<Labels, Data>>
  /** The time of which the foot names the zone, in ms; null for the present. */
  pointedMs(data: Data | null): number | null
  className?: string
}

/** The data of a legend, which React may read while the engine sets it. */
interface LegendStore<Data> {
  set(data: Data | null): void
  get(): Data | null
  subscribe(listener: () => void): () => void
}

function createLegendStore<Data>(): LegendStore<Data> {
  let current: Data | null = null
  const listeners = new Set<() => void>()
  return {
    set: (data) => {
      current = data
      for (const listener of listeners) listener()
    },
    get: () => current,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const useTold = <Data,>({ subscribe, get }: LegendStore<Data>): Data | null =>
  useSyncExternalStore(subscribe, get)

/** What a chart draws of the user's drawings, and what it does with the user's touches. */
function useBoard(symbol: string): { events: BoardEvents; state: HandState } {
  const store = useStore()
  const drawings = useAtomValue(drawingsAtom(symbol))
  const selected = useAtomValue(selectedAtom)
  const tool = useAtomValue(toolAtom)
  const events = useMemo<BoardEvents>(
    () => ({
      onPlaced: (draft) => store.set(placeAtom, symbol, draft),
      onMoved: (drawing) => store.set(saveAtom, symbol, { draft: drawing, id: drawing.id }),
      onSelect: (id) => store.set(selectedAtom, id),
    }),
    [store, symbol],
  )
  const state = useMemo(() => ({ drawings, selected, tool }), [drawings, selected, tool])
  return { events, state }
}

function useWriters<Labels>({ priceDecimals }: Product, labels: Labels): ChartWriters<Labels> {
  const { t, i18n } = useTranslation('chart')
  const { language } = i18n
  const format = useFormat()
  return useMemo(
    () => ({
      locale: language,
      price: (scaled: number) => format.price(scaled, priceDecimals),
      countdown: (leftMs: number) => format.countdown(leftMs),
      orders: (count: number) => t('orders', { count }),
      labels,
    }),
    [format, language, labels, priceDecimals, t],
  )
}

interface Shown<Data> {
  told: LegendStore<Data>
  box: RefObject<HTMLDivElement | null>
  state: ChartState
  following: boolean
  follow(): void
}

/** Creates the engine when the chart is shown, passes to it what changes, and destroys it when the page is left. */
function useEngine<Labels, Data, Made extends Engine>(
  props: Props<Labels, Data, Made>,
): Shown<Data> {
  const { product, marks, labels, links, start, dress } = props
  const focused = links.focused ?? null
  const box = useRef<HTMLDivElement>(null)
  const engine = useRef<Made>(null)
  const [state, setState] = useState<ChartState>('loading')
  const [following, setFollowing] = useState(true)
  const told = useMemo(() => createLegendStore<Data>(), [])
  const store = useStore()
  const streams = useAtomValue(streamsAtom)
  const writers = useWriters(product, labels)
  const { id, symbol } = product
  const { events, state: drawn } = useBoard(symbol)
  const dressNew = useEffectEvent((made: Made) => {
    dress?.(made)
    made.setOrders(marks)
    made.setFocused(focused)
    made.setDrawings(drawn)
  })
  const hover = useEffectEvent((id: string | null) => links.onHoverOrder?.(id))
  useEffect(() => {
    if (box.current === null || streams === null) return
    const unwatch = watchPointer(
      box.current,
      () => engine.current?.pane() ?? { width: Infinity, height: Infinity },
      { onAxis: () => engine.current?.fit() },
    )
    const { engine: made, stopFeed } = start({
      container: box.current,
      streams,
      writers,
      board: events,
      last: (interval) => lastBars(store.get(lastKnownAtom), { symbol, interval }),
      onLegend: told.set,
      onState: setState,
      onFollowing: setFollowing,
      onHoverOrder: (order) => hover(order),
    })
    engine.current = made
    dressNew(made)
    const quote = quoteAtom(id, 'detail')
    const passLast = (): void => {
      const live = store.get(quote)
      if (!('value' in live)) return made.setLast(null)
      const { tickAt, price } = live.value
      made.setLast({ timeMs: tickAt, price, live: live.status === 'live' })
    }
    const unsubscribe = store.sub(quote, passLast)
    passLast()
    return () => {
      engine.current = null
      unwatch()
      unsubscribe()
      stopFeed()
      made.destroy()
    }
  }, [store, streams, id, symbol, writers, events, start, told])
  useEffect(() => void (engine.current && dress?.(engine.current)), [dress])
  useEffect(() => engine.current?.setOrders(marks), [marks])
  useEffect(() => engine.current?.setFocused(focused), [focused])
  useEffect(() => engine.current?.setDrawings(drawn), [drawn])
  return { told, box, state, following, follow: () => engine.current?.follow() }
}

interface ToldProps<Data> {
  told: LegendStore<Data>
}

type LegendOfProps<Labels, Data> = ToldProps<Data> &
  Pick<Props<Labels, Data, Engine>, 'product' | 'labels' | 'Legend'>

function LegendOf<Labels, Data>({ told, Legend, ...props }: LegendOfProps<Labels, Data>) {
  return <Legend {...props} data={useTold(told)} />
}

type ZoneProps<Labels, Data> = ToldProps<Data> &
  Pick<Props<Labels, Data, Engine>, 'labels' | 'pointedMs'>

function Zone<Labels, Data>({ told, labels, pointedMs }: ZoneProps<Labels, Data>) {
  const { t } = useTranslation('chart')
  const nowMs = useServerMinute()
  const data = useTold(told)
  const timeMs = pointedMs(data) ?? nowMs
  return timeMs > 0 && <p>{t('zone', { zone: labels.zone(timeMs) })}</p>
}

/** A chart with its legend, the user's drawings and the zone of its times. An engine draws it. */
export function ChartHost<Labels, Data, Made extends Engine>(props: Props<Labels, Data, Made>) {
  const { t } = useTranslation('chart')
  const { product, labels, Legend, pointedMs, className } = props
  const { told, box, state, following, follow } = useEngine(props)
  return (
    <>
      <LegendOf told={told} product={product} labels={labels} Legend={Legend} />
      <ChartPlace product={product} state={state}>
        <div ref={box} className={join('absolute inset-0', className)} />
        <DrawingStrip product={product} />
        {!following && (
          <IconButton
            label={t('now')}
            onClick={follow}
            className="absolute end-20 bottom-9 z-10 border border-line bg-surface shadow-card"
          >
            <ToEdgeIcon size={18} />
          </IconButton>
        )}
      </ChartPlace>
      <div className="flex flex-wrap items-center justify-between gap-x-3 px-3 pb-1 text-xs text-ink-3">
        <ChartCredit />
        <Zone told={told} labels={labels} pointedMs={pointedMs} />
      </div>
    </>
  )
}
