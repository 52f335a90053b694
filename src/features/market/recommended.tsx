import { useAtom, useAtomValue, useStore } from 'jotai'
import { ChevronRight, Moon } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { productsAtom, sparklinesAtom } from '#data/products.ts'
import type { Product } from '#contract/product.ts'
import { riseOfCloses } from '#features/market/product-list.ts'
import { PricesAsOf } from '#features/market/product-list-view.tsx'
import { recommend } from '#features/market/recommend.ts'
import { RecommendedRow } from '#features/market/recommended-row.tsx'
import { useErrorText } from '#i18n/error-text.ts'
import { useProductName } from '#i18n/product-name.ts'
import { PATHS } from '#lib/paths.ts'
import { reachAtom } from '#lib/reach.ts'
import { sessionAtom } from '#streams'
import { ListFailed } from '#ui/list-failed.tsx'
import { moreLinkLook } from '#ui/more-link.ts'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const MOST = 5
const ROWS = Array.from({ length: MOST }, (_, at) => at)

/** A few open markets with live prices, selected by a rule that is shown below them. */
export function Recommended() {
  const { t } = useTranslation('home')
  const lines = useAtomValue(sparklinesAtom)
  const ranked = lines.status !== 'failed'
  return (
    <Section
      strong
      title={t('recommended.title')}
      note={t(ranked ? 'recommended.rule' : 'recommended.unranked')}
      action={
        <Link to={PATHS.products} className={moreLinkLook}>
          {t('all')}
          <span className="sr-only"> {t('recommended.title')}</span>
          <ChevronRight aria-hidden size={16} />
        </Link>
      }
    >
      <Products />
    </Section>
  )
}

function Products() {
  const { t } = useTranslation('common')
  const { errorText } = useErrorText()
  const [products, reload] = useAtom(productsAtom)
  const lines = useAtomValue(sparklinesAtom)
  if (products.status === 'failed') {
    return (
      <ListFailed
        text={errorText(products.error)}
        retry={t('retry')}
        onRetry={() => void reload()}
      />
    )
  }
  // Selected once when both are loaded, because a row must not move under the finger.
  if (products.status === 'loading' || lines.status === 'loading') return <RowsSkeleton />
  const closes = lines.status === 'ready' ? lines.value : null
  return <Chosen products={products.value.products} closes={closes} />
}

interface ChosenProps {
  products: readonly Product[]
  closes: ReadonlyMap<string, readonly number[]> | null
}

function Chosen({ products, closes }: ChosenProps) {
  const { t } = useTranslation('home')
  const store = useStore()
  const nameOf = useProductName()
  const away = useAtomValue(reachAtom) !== 'reached'
  const chosen = useMemo(() => {
    const isOpen = (product: Product): boolean => {
      const live = store.get(sessionAtom(product.id))
      return ('value' in live ? live.value : product.session).state === 'open'
    }
    return recommend(products, {
      open: new Set(products.filter(isOpen).map(({ symbol }) => symbol)),
      riseOf: ({ symbol }) => riseOfCloses(closes?.get(symbol)),
      most: MOST,
    })
  }, [products, closes, store])
  const [first] = chosen
  if (first === undefined) {
    return (
      <p className="flex h-24 items-center justify-center gap-2 px-4 text-sm text-ink-2">
        <Moon aria-hidden size={18} /> {t('recommended.none')}
      </p>
    )
  }
  return (
    <>
      {away && <PricesAsOf productId={first.id} />}
      <ul className="divide-y divide-line/60">
        {chosen.map((product) => (
          <li key={product.symbol}>
            <RecommendedRow
              product={product}
              name={nameOf(product.symbol)}
              closes={closes?.get(product.symbol)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

function RowsSkeleton() {
  const { t } = useTranslation('common')
  return (
    <div role="status" aria-label={t('loading')} className="divide-y divide-line/60">
      {ROWS.map((row) => (
        <div key={row}>
          <div className="flex h-16 items-center gap-2 px-4">
            <div className="flex-1">
              <Skeleton className="mb-1.5 h-4 w-24" />
              <Skeleton className="h-3 w-14" />
            </div>
            <Skeleton className="h-5 w-20" />
            <Skeleton className="h-6 w-16" />
          </div>
        </div>
      ))}
    </div>
  )
}
