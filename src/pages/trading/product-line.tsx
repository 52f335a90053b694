import { useTranslation } from 'react-i18next'
import { PriceAsOf } from '#components/as-of.tsx'
import type { Product } from '#contract/product.ts'
import { AlertBell } from '#features/alerts/alert-bell.tsx'
import { FactsButton } from '#features/facts/facts-button.tsx'
import { RiseCell } from '#features/market/rise-cell.tsx'
import { useProductName } from '#i18n/product-name.ts'
import { DayStats } from '../detail/day-stats.tsx'
import { BigPrice, FavouriteStar } from '../detail/price-header.tsx'

/** The product above its chart, in one line: every pixel below it belongs to the chart. */
export function ProductLine({ product }: { product: Product }) {
  const { t } = useTranslation(['common', 'market'])
  const name = useProductName()(product.symbol)
  return (
    <div data-product-line className="flex min-h-9 items-center gap-3 ps-4 pe-3">
      <div className="min-w-0 shrink">
        <h2 className="truncate text-sm leading-5 font-semibold">{name}</h2>
        <p className="truncate text-xs leading-4 text-ink-3">
          <span translate="no">{`${product.symbol} · ${product.quoteCurrency}`}</span>
          {product.fromBars && <span>{` · ${t('common:source.bars')}`}</span>}
        </p>
      </div>
      <div className="shrink-0 whitespace-nowrap">
        <BigPrice product={product} beside />
        <PriceAsOf productId={product.id} view="detail" />
      </div>
      <div className="shrink-0">
        <span className="sr-only">{t('market:column.rise')}</span>
        <RiseCell productId={product.id} fallback={null} session={product.session} />
      </div>
      <DayStats product={product} />
      <div className="ms-auto flex shrink-0">
        <FactsButton product={product} name={name} />
        <AlertBell product={product} name={name} />
        <FavouriteStar symbol={product.symbol} name={name} />
      </div>
    </div>
  )
}
