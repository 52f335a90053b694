import { useAtomValue } from 'jotai'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { MarketSession } from '#contract/product.ts'
import { useMarketSession } from '#features/market/market-session.ts'
import { MOVED, ROW } from '#features/market/row-look.ts'
import { useFormat } from '#i18n/use-format.ts'
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
  const tint = useFlash(quote.status === 'live' && open ? quote.value.price : null)
  // A market that rests may never have had a price.
  if (quote.status === 'connecting' && open) return <Skeleton className="ms-auto h-5 w-20" />
  if (!('value' in quote)) return <NoPrice />
  const { price, movement } = quote.value
  const stale = quote.status === 'stale' || !open
  return (
    <span
      data-quote={quote.status}
      data-movement={movement}
      className={join(ROW.price, stale ? ROW.oldPrice : MOVED[movement])}
    >
      {!stale && <span ref={tint} aria-hidden className={TINTS[movement]} />}
      {CUES[stale ? 'none' : movement]}
      <span translate="no">{format.price(price, decimals)}</span>
      {stale && open && <Delayed />}
    </span>
  )
})

function NoPrice() {
  const { t } = useTranslation('market')
  return <span className="text-ink-3">{t('price.none')}</span>
}

/** Covers the price, so that pointing at it tells what screen readers read. */
function Delayed() {
  const { t } = useTranslation('market')
  return (
    <span title={t('price.stale')} className="absolute inset-0">
      <span className="sr-only">{t('price.stale')}</span>
    </span>
  )
}

/** The same elements each time, which React then leaves alone. */
const CUES: Record<Quote['movement'], ReactNode> = {
  up: <ArrowUp aria-hidden size={12} strokeWidth={3} className="shrink-0" />,
  down: <ArrowDown aria-hidden size={12} strokeWidth={3} className="shrink-0" />,
  none: <span aria-hidden className="w-3" />,
}

const TINT = 'absolute -inset-x-1 inset-y-0 -z-1 rounded opacity-0'
const TINTS: Record<Quote['movement'], string> = {
  up: `${TINT} bg-up-soft`,
  down: `${TINT} bg-down-soft`,
  none: `${TINT} bg-transparent`,
}

/** Fades a tint on the compositor when the price has changed. At most one fade runs at a time. Null rests it. */
function useFlash(price: number | null): RefObject<HTMLSpanElement | null> {
  const tint = useRef<HTMLSpanElement>(null)
  const running = useRef<Animation | null>(null)
  const last = useRef(price)
  useLayoutEffect(() => {
    const before = last.current
    last.current = price
    if (price === null || before === null || before === price) return
    if (running.current?.playState === 'running' || wantsCalm()) return
    running.current = tint.current?.animate?.([{ opacity: 1 }, { opacity: 0 }], FLASH_MS) ?? null
  }, [price])
  return tint
}
