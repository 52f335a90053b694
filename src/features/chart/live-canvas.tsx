import { useAtomValue, useStore } from 'jotai/react'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { listTicks } from '#contract/endpoints/history.ts'
import { listCandles } from '#contract/endpoints/market.ts'
import type { Product } from '#contract/product.ts'
import type { ChartState } from '#features/chart/chart-feed.ts'
import { LiveChart } from '#features/chart/live-chart.ts'
import type { LiveLegend } from '#features/chart/live-legend.ts'
import { lastBars } from '#features/chart/last-bars.ts'
import { type LiveHistory, startLiveFeed } from '#features/chart/live-feed.ts'
import type { LiveWriters } from '#features/chart/chart-options.ts'
import { LIVE_SPANS, type LiveView } from '#features/chart/live-views.ts'
import { useBoard } from '#features/chart/use-board.ts'
import type { ScaleLabels } from '#features/chart/ms-scale.ts'
import type { OrderMark } from '#features/chart/order-marks.ts'
import { useFormat } from '#i18n/use-format.ts'
import { watchLastPrice } from '#features/chart/last-price.ts'
import { lastKnownAtom, streamsAtom } from '#streams'

interface Props {
  product: Product
  view: LiveView
  marks: readonly OrderMark[]
  labels: ScaleLabels
  onLegend: (data: LiveLegend | null) => void
  onState: (state: ChartState) => void
  onFollowing: (following: boolean) => void
  ref: Ref<Pick<LiveChart, 'follow'>>
}

const MAX_CANDLES = 1_000
const MAX_TICKS = 2_000

const historyOf = (symbol: Product['symbol']): LiveHistory => ({
  seconds: async (count) => {
    const limit = Math.min(count, MAX_CANDLES)
    const answer = await call(listCandles, {
      params: { symbol },
      query: { interval: '1s', limit },
    })
    return answer.ok ? answer.value.candles : null
  },
  ticks: async (fromMs) => {
    const query = { fromMs: Math.floor(fromMs), limit: MAX_TICKS }
    const answer = await call(listTicks, { params: { symbol }, query })
    return answer.ok ? answer.value.records : null
  },
})

function useWriters({ priceDecimals }: Product, labels: ScaleLabels): LiveWriters {
  const { language } = useTranslation().i18n
  const format = useFormat()
  return useMemo(
    () => ({
      locale: language,
      price: (scaled: number) => format.price(scaled, priceDecimals),
      countdown: (leftMs: number) => format.countdown(leftMs),
      labels,
    }),
    [format, language, labels, priceDecimals],
  )
}

/** The canvas of the live line: created when shown, updated outside React, destroyed when the page is left. */
export function LiveCanvas({ product, view, marks, labels, ref, ...props }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<LiveChart | null>(null)
  const store = useStore()
  const streams = useAtomValue(streamsAtom)
  const { id, symbol } = product
  const writers = useWriters(product, labels)
  const onLegend = useEffectEvent(props.onLegend)
  const onState = useEffectEvent(props.onState)
  const onFollowing = useEffectEvent(props.onFollowing)
  const { events, state: drawn } = useBoard(symbol)
  const dress = useEffectEvent((made: LiveChart) => {
    made.setOrders(marks)
    made.setDrawings(drawn)
  })
  useImperativeHandle(ref, () => ({ follow: () => chart.current?.follow() }), [])

  useEffect(() => {
    if (box.current === null || streams === null) return
    const span = LIVE_SPANS[view]
    const made = new LiveChart({
      container: box.current,
      span,
      writers,
      now: () => streams.serverNow(),
      reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
      onLegend: (data) => onLegend(data),
      onFollowing: (following) => onFollowing(following),
      board: events,
    })
    chart.current = made
    dress(made)
    const unsubscribe = watchLastPrice(store, id, (last) => made.setLast(last))
    const stop = startLiveFeed({
      streams,
      productId: id,
      span,
      chart: made,
      history: historyOf(symbol),
      last: lastBars(store.get(lastKnownAtom), { symbol, interval: '1s' }),
      onState: (state) => onState(state),
    })
    return () => {
      chart.current = null
      unsubscribe()
      stop()
      made.destroy()
    }
  }, [store, streams, id, symbol, view, writers, events])

  useEffect(() => chart.current?.setOrders(marks), [marks])
  useEffect(() => chart.current?.setDrawings(drawn), [drawn])

  return (
    <div
      ref={box}
      data-live-chart={view}
      className="absolute inset-0 [&:not([data-pointed])_canvas+canvas]:opacity-0"
    />
  )
}
