import { useAtomValue, useSetAtom } from 'jotai'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Order } from '#contract/order.ts'
import { resultTone } from '#components/result-tone.ts'
import type { ProductId } from '#contract/scalars.ts'
import { boughtAtom } from '#data/bought.ts'
import { productsAtom } from '#data/products.ts'
import { StripCard } from '#features/orders/strip/strip-card.tsx'
import {
  type Arrivals,
  arrivalsAfter,
  MAX_CARDS,
  newEntries,
  stripOrders,
  totalOf,
} from '#features/orders/strip/strip-model.ts'
import { isOver } from '#features/orders/merge-orders.ts'
import { useResults } from '#features/orders/use-results.ts'
import { KeepAwake } from '#features/orders/keep-awake.tsx'
import { useOpenedOrder } from '#features/orders/use-opened-order.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { PATHS } from '#lib/paths.ts'
import { laterSheet } from '#lib/later.tsx'
import { useSeconds } from '#lib/use-seconds.ts'
import { noticeAtom } from '#notifications/toasts.ts'
import { quoteAtom, streamsAtom, topicAtom } from '#streams'

const Detail = laterSheet(async () => (await import('#features/orders/order-sheet.tsx')).OrderSheet)

const NONE: readonly Order[] = []

/** The user's open orders and latest results, this product's first. */
function useStripOrders(symbol: string): readonly Order[] {
  const streams = useAtomValue(streamsAtom)
  const positions = useAtomValue(topicAtom('positions'))
  const value = 'value' in positions ? positions.value : null
  const settled = value?.settled ?? NONE
  const [arrivals, setArrivals] = useState<Arrivals | null>(null)
  useSeconds()
  const now = streams?.serverNow() ?? 0
  const isNew = arrivals === null || settled.some(({ id }) => !arrivals.has(id))
  const next = isNew ? arrivalsAfter(arrivals, settled, now) : arrivals
  if (value !== null && isNew) setArrivals(next)
  return stripOrders({ open: value?.open ?? NONE, settled, arrivals: next, symbol, now })
}

/** For this time after the app was loaded, its pages still fill. */
const FILLING_MS = 15_000

/**
 * Whether the page makes room for an order of its product. It does not for orders that became known only while the page
 * filled: it would jump while it is read.
 */
function useOwns(orders: readonly Order[], symbol: string): boolean {
  const isKnown = 'value' in useAtomValue(topicAtom('positions'))
  const [wasKnown] = useState(() => isKnown && performance.now() > FILLING_MS)
  const [late, setLate] = useState<ReadonlySet<string> | null>(null)
  if (!wasKnown && isKnown && late === null) setLate(new Set(orders.map(({ id }) => id)))
  return orders.some((order) => order.symbol === symbol && late?.has(order.id) !== true)
}

/** Says each acceptance, entry price and result once, and prices not at all. */
function Announcements({ orders }: { orders: readonly Order[] }) {
  const { t } = useTranslation(['strip', 'common', 'ticket'])
  const format = useFormat()
  const nameOf = useProductName()
  const products = useAtomValue(productsAtom)
  const notice = useSetAtom(noticeAtom)
  const bought = useAtomValue(boughtAtom)
  const [lastBought, setLastBought] = useState(bought)
  const [last, setLast] = useState(orders)
  const [announced, announce] = useState('')
  const say = (text: string): void => {
    announce(text)
    notice({ text })
  }
  useResults(say, { fills: true })
  if (bought !== lastBought) {
    setLastBought(bought)
    if (bought !== null) announce(t('ticket:accepted'))
  }
  if (last !== orders && last.map(stageOf).join() !== orders.map(stageOf).join()) {
    setLast(orders)
    const [order] = newEntries(last, orders)
    const known = products.status === 'ready' ? products.value.products : []
    const product = known.find(({ symbol }) => symbol === order?.symbol)
    if (order !== undefined && order.entry !== null && product !== undefined)
      announce(
        t('strip:entered', {
          name: nameOf(order.symbol),
          direction: t(`common:direction.${order.direction}`),
          price: format.price(order.entry.price, product.priceDecimals),
        }),
      )
  }
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  )
}

const stageOf = (order: Order): string =>
  `${order.id} ${isOver(order) ? 'over' : order.entry === null ? 'waits' : 'runs'}`

/** Restarts the half second in which the cards take no tap. */
function keepUntouched(element: HTMLElement): void {
  element.style.setProperty('animation', 'none')
  element.getBoundingClientRect()
  element.style.removeProperty('animation')
}

/** What several orders on the product have at stake together, and what they would bring at the current price. */
function Total({ orders, symbol }: { orders: readonly Order[]; symbol: string }) {
  const products = useAtomValue(productsAtom)
  const known = products.status === 'ready' ? products.value.products : []
  const product = known.find((one) => one.symbol === symbol)
  const now = useAtomValue(streamsAtom)?.serverNow() ?? 0
  // The current price says nothing of an order that has expired.
  const open = orders.filter(
    (order) => order.symbol === symbol && !isOver(order) && order.expiresAt > now,
  )
  if (product === undefined || open.length < 2) return null
  return <TotalAtPrice orders={open} productId={product.id} />
}

function TotalAtPrice({ orders, productId }: { orders: readonly Order[]; productId: ProductId }) {
  const { t } = useTranslation('strip')
  const format = useFormat()
  const quote = useAtomValue(quoteAtom(productId, 'detail'))
  const price = quote.status === 'live' && 'value' in quote ? quote.value.price : null
  const { atRisk, now } = totalOf(orders, price)
  return (
    <p className="figures flex flex-wrap justify-between gap-x-3 px-4 pt-1.5 text-xs text-ink-2 @max-xs:px-3">
      <span>{t('total', { count: orders.length, amount: format.money(atRisk) })}</span>
      {now !== null && (
        <span className={`font-semibold ${resultTone(now)}`}>
          {t('totalNow', { amount: format.signedMoney(now) })}
        </span>
      )}
    </p>
  )
}

interface CardsProps {
  orders: readonly Order[]
  symbol: string
  onOpen: (order: Order) => void
}

/**
 * A list of cards to swipe through. After each change, for half a second, its cards take no tap: it may have been meant
 * for what was there before. A new order is shown at once.
 */
function Cards({ orders, symbol, onOpen }: CardsProps) {
  const { t } = useTranslation('strip')
  const products = useAtomValue(productsAtom)
  const list = useRef<HTMLUListElement>(null)
  const known = products.status === 'ready' ? products.value.products : []
  const newest = orders.reduce((id, order) => Math.max(id, Number(order.id)), 0)
  const seen = useRef(newest)
  const showNew = useEffectEvent((id: number) => {
    const at = orders.findIndex((order) => Number(order.id) === id)
    if (id > seen.current) list.current?.scrollTo({ left: at * list.current.clientWidth })
    seen.current = id
  })
  const change = orders.map(stageOf).join()
  const changed = useEffectEvent((_change: string) => {
    if (list.current !== null) keepUntouched(list.current)
  })
  useLayoutEffect(() => changed(change), [change])
  useLayoutEffect(() => showNew(newest), [newest])
  return (
    <ul
      ref={list}
      aria-label={t('label')}
      className="scroll-quiet flex animate-untouched snap-x snap-mandatory overflow-x-auto overscroll-x-contain"
    >
      {orders.slice(0, MAX_CARDS).map((order, at) => {
        const product = known.find((one) => one.symbol === order.symbol)
        return (
          <li key={order.id} className="w-full shrink-0 snap-start snap-always">
            {product !== undefined && (
              <StripCard
                order={order}
                product={product}
                elsewhere={order.symbol !== symbol}
                place={orders.length > 1 ? `${at + 1}/${orders.length}` : null}
                onOpen={onOpen}
              />
            )}
          </li>
        )
      })}
      {orders.length > MAX_CARDS && (
        <li className="flex w-full shrink-0 snap-start items-center justify-center">
          <Link
            to={`${PATHS.orders}?tab=open`}
            className="inline-flex min-h-touch items-center text-sm text-brand-strong"
          >
            {t('all')}
          </Link>
        </li>
      )}
    </ul>
  )
}

/**
 * The user's open orders, of this product first, and each result for a minute. It can be placed anywhere and adapts to
 * its width. It takes no room while there is nothing to show.
 */
export function OrderStrip({ symbol }: { symbol: string }) {
  const orders = useStripOrders(symbol)
  const owns = useOwns(orders, symbol)
  const { show, sheet } = useOpenedOrder()
  return (
    <>
      <Announcements orders={orders} />
      <KeepAwake orders={orders} />
      {orders.length > 0 && (
        <div
          data-order-strip={owns ? 'here' : 'beside'}
          data-open
          className="@container border-t border-line/60 bg-surface/95 [backdrop-filter:blur(8px)]"
        >
          <Total orders={orders} symbol={symbol} />
          <Cards orders={orders} symbol={symbol} onOpen={show} />
        </div>
      )}
      {sheet !== null && <Detail {...sheet} />}
    </>
  )
}
