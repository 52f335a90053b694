import { Failed } from '#components/failed.tsx'
import { useAtom, useAtomValue, useStore } from 'jotai'
import { ChevronRight, Moon } from 'lucide-react'
import { memo, type RefCallback, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { type Closes, productsAtom, sparklinesAtom } from '#data/products.ts'
import type { Product } from '#contract/product.ts'
import { ProductCells } from '#features/market/product-cells.tsx'
import { riseOfCloses } from '#features/market/product-list.ts'
import { PricesAsOf } from '#features/market/product-list-view.tsx'
import { useProductName } from '#i18n/product-name.ts'
import { PATHS, productPath } from '#lib/paths.ts'
import { reachabilityAtom } from '#api/reachability.ts'
import { sessionAtom } from '#streams'
import { moreLinkLook } from '#ui/more-link.ts'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const MOST = 5
const ROWS = Array.from({ length: MOST }, (_, at) => at)

/** A few open markets with live prices, selected by a rule that the title explains. */
export function Recommended() {
  const { t } = useTranslation('home')
  const lines = useAtomValue(sparklinesAtom)
  const ranked = lines.status !== 'failed'
  return (
    <Section
      strong
      title={t('recommended.title')}
      help={<p>{t(ranked ? 'recommended.rule' : 'recommended.unranked')}</p>}
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
  const [products, reload] = useAtom(productsAtom)
  const lines = useAtomValue(sparklinesAtom)
  if (products.status === 'failed') {
    return <Failed error={products.error} onRetry={() => void reload()} />
  }
  // Selected once when both are loaded, because a row must not move under the finger.
  if (products.status === 'loading' || lines.status === 'loading') return <RowsSkeleton />
  const closes = lines.status === 'ready' ? lines.value : null
  return <Chosen products={products.value.products} closes={closes} />
}

interface Recommending {
  /** Symbols whose market is open. */
  open: ReadonlySet<string>
  /** The rise over 24 h in basis points; null when it is not known. */
  riseOf: (product: Product) => number | null
  most: number
}

/**
 * The open markets that moved most in 24 h, up or down. The rule uses movement because amounts in different currencies
 * cannot be compared. Unknown values are last, and ties keep the server's order.
 */
export function recommend(products: readonly Product[], rule: Recommending): Product[] {
  const moved = (product: Product): number => Math.abs(rule.riseOf(product) ?? -1)
  const known = (product: Product): boolean => rule.riseOf(product) !== null
  return products
    .filter(({ symbol }) => rule.open.has(symbol))
    .sort((a, b) => Number(known(b)) - Number(known(a)) || moved(b) - moved(a))
    .slice(0, rule.most)
}

/** How far outside the window an element already counts as visible, so that its content is ready when it scrolls in. */
const AHEAD_PX = 128

/**
 * Whether an element is in or near the window; always true in browsers that cannot tell. Attach the callback to a DOM
 * element directly: a component that merges refs, such as a router's link, would lose the clean-up function that it
 * returns.
 */
function useInSight(): [RefCallback<Element>, boolean] {
  const [inSight, setInSight] = useState(typeof IntersectionObserver === 'undefined')
  const watch = useCallback((element: Element | null) => {
    if (element === null || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      (entries) => setInSight(entries.at(-1)?.isIntersecting === true),
      { rootMargin: `${AHEAD_PX}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [watch, inSight]
}

interface Props {
  product: Product
  name: string
  closes: Closes | undefined
}

/** One product in a short list. It subscribes to prices only while it is visible. */
const RecommendedRow = memo(function RecommendedRow({ product, name, closes }: Props) {
  const [watch, inSight] = useInSight()
  return (
    <div ref={watch}>
      <Link
        to={productPath(product.symbol)}
        className="isolate flex min-h-13.75 items-center gap-2 px-4 -outline-offset-2 active:bg-sunken max-[22rem]:px-3 dense:min-h-11"
      >
        <ProductCells product={product} name={name} closes={closes} live={inSight} />
      </Link>
    </div>
  )
})

interface ChosenProps {
  products: readonly Product[]
  closes: ReadonlyMap<string, Closes> | null
}

function Chosen({ products, closes }: ChosenProps) {
  const { t } = useTranslation('home')
  const store = useStore()
  const nameOf = useProductName()
  const away = useAtomValue(reachabilityAtom) !== 'reached'
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
          <div className="flex h-13.75 items-center gap-2 px-4 dense:h-11">
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
