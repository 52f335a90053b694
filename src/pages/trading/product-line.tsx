import { useAtomValue } from 'jotai'
import { Columns2 } from 'lucide-react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { PriceAsOf } from '#components/as-of.tsx'
import type { Product } from '#contract/product.ts'
import { headerPlaceAtom } from '#data/shown-product.ts'
import { AlertBell } from '#features/alerts/alert-bell.tsx'
import { FactsButton } from '#features/facts/facts-button.tsx'
import { RiseCell } from '#features/market/rise-cell.tsx'
import { useProductName } from '#i18n/product-name.ts'
import { IconButton } from '#ui/button.tsx'
import { DayStats } from '../detail/day-stats.tsx'
import { BigPrice, FavouriteStar } from '../detail/price-header.tsx'
import { useOpenPair } from './pair-state.ts'
import { useRoomForTwo } from './window-room.ts'

/** The figures of the product in the header, beside its name: every pixel below belongs to the chart. */
export function ProductLine({ product }: { product: Product }) {
  const place = useAtomValue(headerPlaceAtom)
  return place !== null && createPortal(<Line product={product} />, place)
}

function Line({ product }: { product: Product }) {
  return (
    <div data-product-line className="flex min-h-9 items-center gap-3 ps-2 pe-3">
      <ProductFigures product={product} />
      <div className="ms-auto flex shrink-0">
        <SecondChart symbol={product.symbol} />
        <ProductButtons product={product} />
      </div>
    </div>
  )
}

/** Where there is room for two charts, the way to the second one. */
function SecondChart({ symbol }: { symbol: string }) {
  const { t } = useTranslation('trading')
  const room = useRoomForTwo()
  const open = useOpenPair(symbol)
  return (
    room && (
      <IconButton label={t('pair.open')} onClick={open}>
        <Columns2 aria-hidden size={20} />
      </IconButton>
    )
  )
}

/** The price, and the figures of the last 24 hours as far as there is room. */
export function ProductFigures({ product }: { product: Product }) {
  const { t } = useTranslation(['common', 'market'])
  return (
    <>
      <div className="shrink-0 whitespace-nowrap">
        <BigPrice product={product} beside />
        <PriceAsOf productId={product.id} view="detail" />
        {product.fromBars && (
          <span className="block text-xs text-ink-3">{t('common:source.bars')}</span>
        )}
      </div>
      <div className="shrink-0">
        <span className="sr-only">{t('market:column.rise')}</span>
        <RiseCell productId={product.id} fallback={null} session={product.session} />
      </div>
      <DayStats product={product} />
    </>
  )
}

/** What can be done with the product. */
export function ProductButtons({ product }: { product: Product }) {
  const name = useProductName()(product.symbol)
  return (
    <>
      <FactsButton product={product} name={name} />
      <AlertBell product={product} name={name} />
      <FavouriteStar symbol={product.symbol} name={name} />
    </>
  )
}
