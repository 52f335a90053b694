import { NotLoaded } from '#components/loaded.tsx'
import { ChartColumn, ListChecks } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { OddsView } from '#features/trust/odds-view.tsx'
import { ProductChoice } from '#features/trust/product-choice.tsx'
import { TrustLink, TrustLinks } from '#features/trust/trust-links.tsx'
import { useTrustProduct } from '#features/trust/use-trust-product.ts'
import { PATHS } from '#lib/paths.ts'
import { Skeleton } from '#ui/skeleton.tsx'

/** The average result of an order, computed from a product's terms. */
export function OddsPage() {
  const { t } = useTranslation(['trust', 'tabs'])
  return (
    <div className="flex flex-col gap-4 px-4 pt-2">
      <p className="max-w-prose text-lg leading-7 font-semibold text-balance">
        {t('trust:odds.lead')}
      </p>
      <Figures />
      <TrustLinks title={t('trust:more.title')}>
        <TrustLink to={PATHS.statistics} icon={ChartColumn} label={t('tabs:pages.statistics')} />
        <TrustLink to={PATHS.trust} icon={ListChecks} label={t('tabs:pages.trust')} />
      </TrustLinks>
    </div>
  )
}

function Figures() {
  const its = useTrustProduct()
  if (its.status !== 'ready')
    return (
      <NotLoaded
        data={its}
        onRetry={its.reload}
        loading={<Skeleton className="h-160 rounded-card" />}
      />
    )
  if (its.product === null) return null
  return (
    <>
      <ProductChoice products={its.products} selected={its.product} onSelect={its.pick} />
      <OddsView key={its.product.symbol} product={its.product} />
    </>
  )
}
