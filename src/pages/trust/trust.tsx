import { NotLoaded } from '#components/loaded.tsx'
import { Braces, ChartColumn, ClipboardCheck, Scale } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { RuleArticle } from '#features/trust/rule-article.tsx'
import { ProductChoice } from '#features/trust/product-choice.tsx'
import { TrustLink, TrustLinks } from '#features/trust/trust-links.tsx'
import { useTrustProduct } from '#features/trust/use-trust-product.ts'
import { PATHS } from '#lib/paths.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { LiveExample } from './live-example.tsx'

/** How a result is decided: the rule in words, and its application to the public price record. */
export function TrustPage() {
  const { t } = useTranslation(['trust', 'tabs', 'about'])
  return (
    <div className="flex flex-col gap-6 px-4 pt-2">
      <p className="max-w-prose text-lg leading-7 font-semibold text-balance">{t('trust:lead')}</p>
      <RuleArticle part="rule" />
      <Example />
      <RuleArticle part="fair" />
      <TrustLinks title={t('trust:more.title')}>
        <TrustLink to={PATHS.odds} icon={Scale} label={t('tabs:pages.odds')} />
        <TrustLink to={PATHS.statistics} icon={ChartColumn} label={t('tabs:pages.statistics')} />
        <TrustLink
          to={`${PATHS.orders}?tab=settled`}
          icon={ClipboardCheck}
          label={t('about:links.orders')}
        />
        <TrustLink outside to="/api/docs" icon={Braces} label={t('about:links.api')} />
      </TrustLinks>
    </div>
  )
}

function Example() {
  const { t } = useTranslation(['trust', 'common'])
  const its = useTrustProduct()
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg font-bold">{t('trust:example.title')}</h2>
      <p className="text-sm text-ink-2">{t('trust:example.hint')}</p>
      {its.status !== 'ready' ? (
        <NotLoaded
          data={its}
          onRetry={its.reload}
          loading={<Skeleton className="h-160 rounded-card" />}
        />
      ) : (
        its.product !== null && (
          <>
            <ProductChoice products={its.products} selected={its.product} onSelect={its.pick} />
            <LiveExample
              key={its.product.symbol}
              product={its.product}
              serverTime={its.serverTime}
            />
          </>
        )
      )}
    </section>
  )
}
