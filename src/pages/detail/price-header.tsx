import { useAtomValue, useSetAtom } from 'jotai'
import { ArrowDown, ArrowUp, Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { AlertBell } from '#features/alerts/alert-bell.tsx'
import { FactsButton } from '#features/facts/facts-button.tsx'
import { favouritesAtom, toggleFavouriteAtom } from '#features/market/favourites.ts'
import { FavouriteLists } from '#features/market/lists.tsx'
import { useMarketSession } from '#features/market/market-session.ts'
import { RiseCell } from '#features/market/rise-cell.tsx'
import { MOVED, ROW } from '#features/market/row-look.ts'
import { StarButton } from '#features/market/star-button.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { PriceAsOf } from '#components/as-of.tsx'
import { HeaderFrame, headerPriceLook } from '#features/market/header-frame.tsx'
import { quoteAtom } from '#streams'
import { join } from '#ui/join.ts'
import { Skeleton } from '#ui/skeleton.tsx'

/** The same elements each time, which React then leaves alone. */
const ARROWS = {
  up: <ArrowUp aria-hidden size={20} strokeWidth={3} />,
  down: <ArrowDown aria-hidden size={20} strokeWidth={3} />,
  none: null,
} as const

/** Adds the product to the favourites or removes it. */
export function FavouriteStar({ symbol, name }: { symbol: string; name: string }) {
  const favourite = useAtomValue(favouritesAtom).includes(symbol)
  const toggle = useSetAtom(toggleFavouriteAtom)
  return (
    <>
      <StarButton
        symbol={symbol}
        name={name}
        favourite={favourite}
        onToggle={toggle}
        size={20}
        className="-me-3 flex size-touch shrink-0 items-center justify-center rounded-full active:bg-sunken"
      />
      <FavouriteLists />
    </>
  )
}

/** The live price in large type, and what can be done with the product. */
export function PriceHeader({ product }: { product: Product }) {
  const { t } = useTranslation(['common', 'market'])
  const name = useProductName()(product.symbol)
  return (
    <HeaderFrame
      about={
        <>
          <span translate="no">{`${product.symbol} · ${product.quoteCurrency}`}</span>
          {product.fromBars && <span>{` · ${t('common:source.bars')}`}</span>}
        </>
      }
      buttons={
        <>
          <FactsButton product={product} name={name} />
          <AlertBell product={product} name={name} />
          <FavouriteStar symbol={product.symbol} name={name} />
        </>
      }
      price={<BigPrice product={product} />}
      rise={
        <>
          <span className="min-w-18">
            <RiseCell productId={product.id} fallback={null} session={product.session} />
          </span>
          <span className="shrink-0">{t('market:column.rise')}</span>
        </>
      }
      asOf={<PriceAsOf productId={product.id} view="detail" />}
    />
  )
}

/** The live price in large type, or in smaller type beside a chart that has the screen. */
export function BigPrice({ product, beside = false }: { product: Product; beside?: boolean }) {
  const { t } = useTranslation('market')
  const format = useFormat()
  const quote = useAtomValue(quoteAtom(product.id, 'detail'))
  const session = useMarketSession(product.id, product.session)
  if (!('value' in quote)) {
    if (session.state === 'open') return <Skeleton className="h-8.5 w-40" />
    return <p className="text-ink-3">{t('price.none')}</p>
  }
  const { price, movement } = quote.value
  const live = quote.status === 'live'
  return (
    <p
      data-quote={quote.status}
      className={join(headerPriceLook(beside), live ? MOVED[movement] : ROW.oldPrice)}
    >
      <span translate="no">{format.price(price, product.priceDecimals)}</span>
      {live && ARROWS[movement]}
      {!live && (session.state === 'open' || session.state === 'catching_up') && <PriceIsOld />}
    </p>
  )
}

/** On a narrow phone an icon says it, so that the price keeps its line when it gets live. */
function PriceIsOld() {
  const { t } = useTranslation('market')
  return (
    <>
      <Clock aria-hidden size={16} className="hidden shrink-0 max-[24rem]:block" />
      <span className="text-xs font-normal max-[24rem]:sr-only">{t('price.stale')}</span>
    </>
  )
}
