import { useAtomValue, useStore } from 'jotai/react'
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import type { ChartWriters } from '#features/chart/base/chart-options.ts'
import { lastBars } from '#features/chart/base/last-bars.ts'
import type { OrderMark } from '#features/chart/base/order-shapes.ts'
import type { TimeLabels } from '#features/chart/base/time-labels.ts'
import type { BoardEvents, HandState } from '#features/chart/drawings/drawing-board.ts'
import { drawingsAtom, saveAtom, useHand } from '#features/chart/drawings/drawing-choices.ts'
import { useJoin } from '#features/chart/host/chart-link.ts'
import type { MenuPoint } from '#features/chart/host/chart-menu.tsx'
import type { ChartState } from '#features/chart/host/chart-place.tsx'
import { watchPointer } from '#features/chart/host/chart-pointer.ts'
import type { ChartLinks, Engine, Stage, Started } from '#features/chart/host/engine.ts'
import { useFormat } from '#i18n/use-format.ts'
import { lastKnownAtom, quoteAtom, streamsAtom } from '#streams'

/** The data of a legend, which React may read while the engine sets it. */
export interface LegendStore<Data> {
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

export const useTold = <Data>({ subscribe, get }: LegendStore<Data>): Data | null =>
  useSyncExternalStore(subscribe, get)

/** What a chart draws of the user's drawings, and what it does with the user's touches. */
function useBoard(symbol: string): { events: BoardEvents; state: HandState } {
  const store = useStore()
  const drawings = useAtomValue(drawingsAtom(symbol))
  const { placeAtom, selectedAtom, toolAtom } = useHand()
  const selected = useAtomValue(selectedAtom)
  const tool = useAtomValue(toolAtom)
  const events = useMemo<BoardEvents>(
    () => ({
      onPlaced: (draft) => store.set(placeAtom, symbol, draft),
      onMoved: (drawing) => store.set(saveAtom, symbol, { draft: drawing, id: drawing.id }),
      onSelect: (id) => store.set(selectedAtom, id),
    }),
    [store, symbol, placeAtom, selectedAtom],
  )
  const state = useMemo(() => ({ drawings, selected, tool }), [drawings, selected, tool])
  return { events, state }
}

function useWriters<Labels>({ priceDecimals }: Product, labels: Labels): ChartWriters<Labels> {
  const { t, i18n } = useTranslation('chart')
  const { language } = i18n
  const format = useFormat()
  return useMemo(() => {
    // The tags of the axis are drawn with each price, and the plural form took more than half of that time.
    const orderTexts = new Map<number, string>()
    return {
      locale: language,
      price: (scaled: number) => format.price(scaled, priceDecimals),
      countdown: (leftMs: number) => format.countdown(leftMs),
      orders: (count: number) => {
        const text = orderTexts.get(count) ?? t('orders', { count })
        orderTexts.set(count, text)
        return text
      },
      labels,
    }
  }, [format, language, labels, priceDecimals, t])
}

/** Between two prices of the axis, the nearest one that a price can have. */
const wholePrice = (price: number | null): number | null =>
  price === null ? null : Math.max(1, Math.round(price))

/** What an engine is started with and what it is passed later. */
export interface EngineProps<Labels, Data, Made extends Engine> {
  links: ChartLinks
  product: Product
  marks: readonly OrderMark[]
  labels: Labels & Pick<TimeLabels, 'zone'>
  /** Starts the engine with its prices. It starts again when this function changes. */
  start(stage: Stage<Labels, Data>): Started<Made>
  /** Sets what this engine alone has; called again when this function changes. */
  dress?(engine: Made): void
}

type Store = ReturnType<typeof useStore>

interface Shown<Data> {
  told: LegendStore<Data>
  box: RefObject<HTMLDivElement | null>
  /** For handlers of events; null while there is no engine. */
  engine: RefObject<Engine | null>
  state: ChartState
  following: boolean
  /** Where the menu was asked for; null while it was not. */
  menu: MenuPoint | null
  closeMenu(): void
}

/** Passes the newest price of the page to an engine. Returns a function that ends it. */
function passLastPrices(store: Store, productId: number, engine: Engine): () => void {
  const quote = quoteAtom(productId, 'detail')
  const pass = (): void => {
    const live = store.get(quote)
    if (!('value' in live)) return engine.setLast(null)
    const { tickAt, price } = live.value
    engine.setLast({ timeMs: tickAt, price, live: live.status === 'live' })
  }
  const unsubscribe = store.sub(quote, pass)
  pass()
  return unsubscribe
}

/** Creates the engine when the chart is shown, passes to it what changes, and destroys it when the page is left. */
export function useEngine<Labels, Data, Made extends Engine>(
  props: EngineProps<Labels, Data, Made>,
): Shown<Data> {
  const { product, marks, labels, links, start, dress } = props
  const focused = links.focused ?? null
  const box = useRef<HTMLDivElement>(null)
  const engine = useRef<Made>(null)
  const [state, setState] = useState<ChartState>('loading')
  const [following, setFollowing] = useState(true)
  const [menu, setMenu] = useState<MenuPoint | null>(null)
  const told = useMemo(() => createLegendStore<Data>(), [])
  const store = useStore()
  const join = useJoin()
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
      {
        onAxis: () => engine.current?.fit(),
        onMenu: ({ clientX, clientY, y }) =>
          setMenu({
            x: clientX,
            y: clientY,
            price: wholePrice(engine.current?.priceAt(y) ?? null),
          }),
      },
    )
    const link = join(() => engine.current?.linked ?? null)
    const { engine: made, stopFeed } = start({
      container: box.current,
      streams,
      writers,
      board: events,
      link,
      last: (interval) => lastBars(store.get(lastKnownAtom), { symbol, interval }),
      onLegend: told.set,
      onState: setState,
      onFollowing: setFollowing,
      onHoverOrder: (order) => hover(order),
    })
    engine.current = made
    dressNew(made)
    const unsubscribe = passLastPrices(store, id, made)
    return () => {
      engine.current = null
      link.leave()
      unwatch()
      unsubscribe()
      stopFeed()
      made.destroy()
    }
  }, [store, join, streams, id, symbol, writers, events, start, told])
  useEffect(() => void (engine.current && dress?.(engine.current)), [dress])
  useEffect(() => engine.current?.setOrders(marks), [marks])
  useEffect(() => engine.current?.setFocused(focused), [focused])
  useEffect(() => engine.current?.setDrawings(drawn), [drawn])
  return { told, box, engine, state, following, menu, closeMenu: () => setMenu(null) }
}
