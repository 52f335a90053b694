import { useAtomValue } from 'jotai'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { MarketSession } from '#contract/product.ts'
import { useMarketSession } from '#features/market/market-state.tsx'
import { MOVED, ROW } from '#features/market/row-look.ts'
import { useFormat } from '#i18n/format.ts'
import { type Quote, quoteAtom } from '#streams'
import { join } from '#ui/join.ts'
import { Skeleton } from '#ui/skeleton.tsx'

const FLASH_MS = 450
const wantsCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

interface Props {
  productId: number
  decimals: number
  /** From the product list. */
  session: MarketSession
}

/**
 * The live price, which is all that renders on a tick. The price of a closed market is shown as old, not as delayed.
 */
export const PriceCell = memo(function PriceCell({ productId, decimals, session }: Props) {
  const quote = useAtomValue(quoteAtom(productId, 'list'))
  const open = useMarketSession(productId, session).state === 'open'
  const format = useFormat()
  const { t } = useTranslation('market')
  if (quote.status === 'connecting') return <Skeleton className="ms-auto h-5 w-20" />
  if (quote.status === 'failed') return <span className="text-ink-3">{t('price.none')}</span>
  const { price, movement } = quote.value
  const stale = quote.status === 'stale' || !open
  const delayed = stale && open
  return (
    <span
      data-quote={quote.status}
      data-movement={movement}
      title={delayed ? t('price.stale') : undefined}
      className={join(ROW.price, stale ? ROW.oldPrice : MOVED[movement])}
    >
      {!stale && <Flash price={price} movement={movement} />}
      <Cue movement={stale ? 'none' : movement} />
      <span>{format.price(price, decimals)}</span>
      {delayed && <span className="sr-only">{t('price.stale')}</span>}
    </span>
  )
})

function Cue({ movement }: { movement: Quote['movement'] }) {
  if (movement === 'none') return <span aria-hidden className="w-3" />
  const Arrow = movement === 'up' ? ArrowUp : ArrowDown
  return <Arrow aria-hidden size={12} strokeWidth={3} className="shrink-0" />
}

const TINTS: Record<Quote['movement'], string> = {
  up: 'bg-up-soft',
  down: 'bg-down-soft',
  none: 'bg-transparent',
}

/** A tint behind the price that fades on the compositor. At most one runs at a time. */
function Flash({ price, movement }: { price: number; movement: Quote['movement'] }) {
  const tint = useRef<HTMLSpanElement>(null)
  const running = useRef<Animation | null>(null)
  const last = useRef(price)
  useLayoutEffect(() => {
    if (last.current === price) return
    last.current = price
    if (running.current?.playState === 'running' || wantsCalm()) return
    running.current = tint.current?.animate?.([{ opacity: 1 }, { opacity: 0 }], FLASH_MS) ?? null
  }, [price])
  return (
    <span
      ref={tint}
      aria-hidden
      className={join('absolute -inset-x-1 inset-y-0 -z-1 rounded opacity-0', TINTS[movement])}
    />
  )
}
