import { useAtomValue } from 'jotai'
import { FlaskConical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { appInfoAtom } from '#api/session.ts'
import type { Product } from '#contract/product.ts'
import { useProductName } from '#i18n/product-name.ts'
import { BigPrice } from './price-header.tsx'

/** What a page with prices must show, in the little room beside a chart that has the screen. */
export function FullScreenSummary({ product }: { product: Product }) {
  const { t } = useTranslation('common')
  const info = useAtomValue(appInfoAtom)
  const name = useProductName()(product.symbol)
  return (
    <div className="flex min-w-0 items-center gap-x-3 px-3 landscape:flex-col landscape:items-start landscape:gap-1 landscape:pt-2">
      <h2 className="line-clamp-2 min-w-0 flex-1 text-sm font-semibold landscape:flex-none">
        {name}
      </h2>
      <BigPrice product={product} beside />
      {info?.practice !== false && (
        <p className="flex items-center gap-1 rounded-lg bg-info-soft px-1.5 py-0.5 text-xs text-info">
          <FlaskConical aria-hidden size={12} className="shrink-0" />
          {t('practice.badge')}
        </p>
      )}
    </div>
  )
}
