import { useAtomValue, useStore } from 'jotai/react'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { listCandles } from '#contract/endpoints/market.ts'
import type { Interval, Product } from '#contract/product.ts'
import { type ChartFeed, type ChartState, startFeed } from '#features/chart/chart-feed.ts'
import type { ChartStyle } from '#features/chart/chart-options.ts'
import { type ChartView, createChartView, type LegendData } from '#features/chart/chart-view.ts'
import type { IndicatorName } from '#features/chart/indicators.ts'
import { lastBars } from '#features/chart/last-bars.ts'
import type { OrderMark } from '#features/chart/order-marks.ts'
import { useBoard } from '#features/chart/use-board.ts'
import type { TimeLabels } from '#features/chart/time-labels.ts'
import { useFormat } from '#i18n/use-format.ts'
import { INTERVAL_MS } from '#rules/candles.ts'
import { watchLastPrice } from '#features/chart/last-price.ts'
import { lastKnownAtom, streamsAtom } from '#streams'

export interface ChartCanvasProps {
  product: Product
  interval: Interval
  style: ChartStyle
  indicators: readonly IndicatorName[]
  marks: readonly OrderMark[]
  onLegend: (data: LegendData | null) => void
  onState: (state: ChartState) => void
  labels: TimeLabels
  onFollowing: (following: boolean) => void
  ref: Ref<Pick<ChartView, 'follow'>>
}

const HISTORY_PAGE = 500
const loader = (symbol: Product['symbol'], interval: Interval) => async (before?: number) => {
  const answer = await call(listCandles, {
    params: { symbol },
    query: { interval, limit: HISTORY_PAGE, ...(before !== undefined && { before }) },
  })
  return answer.ok ? answer.value : null
}

/** The canvas of a chart: created when shown, updated outside React, destroyed when the page is left. */
export function ChartCanvas(props: ChartCanvasProps) {
  const { product, interval, style, indicators, marks, labels, onLegend, onState, ref } = props
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<ChartView | null>(null)
  const store = useStore()
  const streams = useAtomValue(streamsAtom)
  const { language } = useTranslation().i18n
  const format = useFormat()
  const { id, symbol, priceDecimals } = product
  const writers = useMemo(
    () => ({
      locale: language,
      price: (scaled: number) => format.price(scaled, priceDecimals),
      labels,
    }),
    [format, language, labels, priceDecimals],
  )
  const legend = useEffectEvent(onLegend)
  const state = useEffectEvent(onState)
  const onFollowing = useEffectEvent(props.onFollowing)
  useImperativeHandle(ref, () => ({ follow: () => view.current?.follow() }), [])
  const { events, state: drawn } = useBoard(symbol)
  const dress = useEffectEvent((made: ChartView) => {
    made.setStyle(style)
    made.setIndicators(indicators)
    made.setOrders(marks)
    made.setDrawings(drawn)
  })

  useEffect(() => {
    if (box.current === null || streams === null) return
    let feed: ChartFeed | null = null
    const made = createChartView({
      container: box.current,
      barMs: INTERVAL_MS[interval],
      style: 'candles',
      writers,
      onLegend: (data) => legend(data),
      onFollowing: (following) => onFollowing(following),
      onNearStart: () => feed?.loadOlder(),
      board: events,
    })
    view.current = made
    dress(made)
    feed = startFeed({
      streams,
      symbol,
      interval,
      view: made,
      load: loader(symbol, interval),
      last: lastBars(store.get(lastKnownAtom), { symbol, interval }),
      onState: (next) => state(next),
    })
    const unsubscribe = watchLastPrice(store, id, (last) => made.setPrice(last?.price ?? null))
    return () => {
      view.current = null
      unsubscribe()
      feed?.stop()
      made.destroy()
    }
  }, [store, streams, id, symbol, interval, writers, events])

  useEffect(() => view.current?.setStyle(style), [style])
  useEffect(() => view.current?.setIndicators(indicators), [indicators])
  useEffect(() => view.current?.setOrders(marks), [marks])
  useEffect(() => view.current?.setDrawings(drawn), [drawn])

  return <div ref={box} className="absolute inset-0" />
}
