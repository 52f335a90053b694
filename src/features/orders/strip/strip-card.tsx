import { useAtomValue } from 'jotai'
import { Check, CircleEqual, CircleMinus, CirclePlus, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order.ts'
import type { Product } from '#contract/product.ts'
import { boughtAtom } from '#data/bought.ts'
import { isOver } from '#features/orders/merge-orders.ts'
import { DirectionMark, usePriceText } from '#features/orders/order-text.tsx'
import { Progress, Remaining } from '#features/orders/position-card.tsx'
import {
  endStateOf,
  openStateOf,
  resultAmountText,
  type StateLine,
} from '#features/orders/presentation.ts'
import { useRepeatOrder } from '#features/orders/use-repeat-order.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { useSeconds } from '#lib/use-seconds.ts'
import { quoteAtom, streamsAtom } from '#streams'
import { Button } from '#ui/button.tsx'
import { join } from '#ui/join.ts'

interface Props {
  order: Order
  product: Product
  /** The order is of another product than the page's. */
  elsewhere: boolean
  /** Such as 2/3; null for a single order. */
  place: string | null
  onOpen: (order: Order) => void
}

/** Four times per second, so that a countdown is never a whole second late. */
const TICK_S = 0.25

/**
 * One order: live while it is open, then with its result. It is as high in each state. A tap shows everything about it.
 */
export function StripCard(props: Props) {
  const { t } = useTranslation('orders')
  const { order, onOpen } = props
  return (
    <article className="relative flex h-full min-h-18 items-center gap-2 px-4 py-1.5 has-active:bg-sunken @max-xs:px-3 @max-3xs:flex-col @max-3xs:items-stretch @max-3xs:justify-center">
      {isOver(order) ? <Result {...props} /> : <Running {...props} />}
      <button
        type="button"
        aria-label={t('details', { id: order.id })}
        onClick={() => onOpen(order)}
        className="absolute inset-0 -outline-offset-2"
      />
      {isOver(order) && <RepeatOrder {...props} />}
    </article>
  )
}

function Running({ order, product, elsewhere, place }: Props) {
  const { t } = useTranslation('strip')
  const quote = useAtomValue(quoteAtom(product.id, elsewhere ? 'list' : 'detail'))
  const streams = useAtomValue(streamsAtom)
  useSeconds(TICK_S)
  const serverNow = streams?.serverNow() ?? 0
  const known = 'value' in quote ? quote.value : null
  const price = quote.status === 'live' && known !== null ? known.price : null
  const write = usePriceText(product.priceDecimals)
  const line = openStateOf(order, price, serverNow)
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      <Head order={order} elsewhere={elsewhere} place={place}>
        <Remaining order={order} serverNow={serverNow} />
      </Head>
      <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-3">
        <ResultLine order={order} line={line} />
        <Prices>
          <span>{t('entry', { price: write(order.entry) })}</span>
          <span className={join('sr-only', quote.status !== 'live' && 'text-ink-3')}>
            {t('now', { price: write(known) })}
          </span>
        </Prices>
      </div>
      <div className="@max-3xs:hidden">
        <Progress order={order} serverNow={serverNow} result={line.result} />
      </div>
    </div>
  )
}

/** What was ordered. */
function Head(props: Pick<Props, 'order' | 'elsewhere' | 'place'> & { children?: ReactNode }) {
  const { order, elsewhere, place, children } = props
  const format = useFormat()
  const name = useProductName()(order.symbol)
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm">
      {elsewhere && (
        <span className="min-w-0 truncate font-semibold">
          <span className="@max-sm:sr-only">{name}</span>
          <span aria-hidden className="@sm:hidden">
            {order.symbol}
          </span>
        </span>
      )}
      <DirectionMark direction={order.direction} />
      <span className="figures">{format.money(order.stake)}</span>
      <Bought order={order} />
      <span className="ms-auto flex items-center gap-2">
        {children}
        {place !== null && (
          <span aria-hidden className="figures text-xs text-ink-3">
            {place}
          </span>
        )}
      </span>
    </span>
  )
}

/** Confirms the purchase for a moment. */
function Bought({ order }: { order: Order }) {
  const { t } = useTranslation('ticket')
  if (useAtomValue(boughtAtom) !== order.id) return null
  return (
    <span data-passing className="flex min-w-0 items-center gap-1 text-xs text-ink-2">
      <Check aria-hidden size={14} strokeWidth={3} className="shrink-0" />
      <span className="truncate">{t('accepted')}</span>
    </span>
  )
}

const Prices = ({ children }: { children: ReactNode }) => (
  <span className="figures flex gap-x-3 text-xs text-ink-2 @max-sm:sr-only">{children}</span>
)

const SHAPES = { winning: CirclePlus, losing: CircleMinus, level: CircleEqual } as const

/** How the order stands or ended, by shape, words and colour. */
function ResultLine({ order, line }: { order: Order; line: StateLine }) {
  const { t } = useTranslation(['strip', 'market'])
  const format = useFormat()
  const Shape = line.result === null ? null : SHAPES[line.result]
  const amounts = { amount: resultAmountText(format, line), stake: format.money(order.stake) }
  return (
    <span className={`flex items-center gap-1 font-semibold @max-sm:text-sm ${line.tone}`}>
      {Shape !== null && (
        <Shape data-mark aria-hidden size={18} strokeWidth={2.5} className="shrink-0" />
      )}
      <span className="figures">{t(line.text, amounts)}</span>
    </span>
  )
}

/** A result that came this short a time ago is shown as a moment, and an older one as a state. */
const MOMENT_MS = 5_000

/** The result in plain words. */
function Result({ order, product, elsewhere, place }: Props) {
  const { t } = useTranslation('strip')
  const now = useAtomValue(streamsAtom)?.serverNow() ?? 0
  const write = usePriceText(product.priceDecimals)
  const line = endStateOf(order)
  if (line === null) return null
  const isNew = now - (order.settledAt ?? 0) < MOMENT_MS
  return (
    <div
      data-moment={isNew ? line.result : undefined}
      className={`flex min-w-0 flex-1 flex-col gap-1 ${line.tone}`}
    >
      <div className="text-ink">
        <Head order={order} elsewhere={elsewhere} place={place} />
      </div>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <ResultLine order={order} line={line} />
        {/* A stake that comes back takes two lines in some languages, and the card keeps its height. */}
        <span className={line.result === 'level' ? '@max-md:sr-only' : 'contents'}>
          <Prices>
            <span>{t('exit', { price: write(order.exit) })}</span>
          </Prices>
        </span>
      </div>
    </div>
  )
}

/** Places the same order with the current terms: at once on the page of its product, otherwise by its ticket. */
function RepeatOrder({ order, product, elsewhere }: Props) {
  const { t } = useTranslation('strip')
  const format = useFormat()
  const repeat = useRepeatOrder()
  const row = product.terms.durations.find(({ durationMs }) => durationMs === order.durationMs)
  return (
    <Button
      variant="secondary"
      size="sm"
      className="relative z-10 shrink-0"
      onClick={() => repeat(order, { atOnce: !elsewhere && row !== undefined })}
    >
      <RotateCw aria-hidden size={16} className="shrink-0 @max-sm:hidden" />
      <span>{t('again')}</span>
      {row !== undefined && (
        <span className="figures text-xs font-normal @max-sm:sr-only">
          {format.profitFromBps(row.payoutRate)}
        </span>
      )}
    </Button>
  )
}
