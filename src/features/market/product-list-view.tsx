import { useAtomValue, useSetAtom } from 'jotai'
import { type ComponentType, createContext, memo, type ReactNode, useContext } from 'react'
import { Link } from 'react-router-dom'
import { WindowVirtualizer } from 'virtua'
import type { Closes } from '#data/products.ts'
import type { Product } from '#contract/product.ts'
import { favouritesAtom, toggleFavouriteAtom } from '#features/market/favourites.ts'
import { PriceAsOf } from '#components/as-of.tsx'
import { ProductCells } from '#features/market/product-cells.tsx'
import { FIRST_ROWS, ROW } from '#features/market/row-look.ts'
import { StarButton } from '#features/market/star-button.tsx'
import { productPath } from '#lib/paths.ts'
import { panesNow } from '#lib/use-panes.ts'
import { reachabilityAtom } from '#api/reachability.ts'
import { join } from '#ui/join.ts'

/** With and without a mouse in the panes of a large window (row-look.ts). */
const ROW_HEIGHT = { dense: 36, tall: 55 }
const rowHeight = (): number =>
  panesNow() > 1 && matchMedia('(pointer: fine)').matches ? ROW_HEIGHT.dense : ROW_HEIGHT.tall
/** How far outside the window rows stay mounted. */
const BUFFER_PX = 128

/** Where the list stands: what mounts its visible rows, and the product that is shown beside it. */
export interface ListPlace {
  Rows: ComponentType<{ itemSize: number; bufferSize: number; children: ReactNode }>
  shown: string | null
}
/** By itself the list fills the page, and the window scrolls it. */
const PageRows: ListPlace['Rows'] = (props) => (
  <WindowVirtualizer ssrCount={FIRST_ROWS} {...props} />
)
export const ListPlaceContext = createContext<ListPlace>({ Rows: PageRows, shown: null })

interface ProductRowProps {
  product: Product
  name: string
  closes: Closes | undefined
  favourite: boolean
  /** Its place in the list, from 1, and the length of the list. */
  place: number
  count: number
  /** Above the row: the class that begins with it. */
  heading?: string | undefined
  /** Whether the product is shown beside the list. */
  shown?: boolean
  onFavourite: (symbol: string) => void
}

/** One product. A tick renders only its price cell again. */
export const ProductRow = memo(function ProductRow(props: ProductRowProps) {
  const { product, name, closes, favourite, place, count, heading, shown = false } = props
  return (
    <div role="listitem" aria-posinset={place} aria-setsize={count} className={ROW.frame}>
      {heading !== undefined && (
        <p className="bg-page px-3 pt-2 pb-1 text-xs font-semibold text-ink-2">{heading}</p>
      )}
      <div className={join(ROW.line, shown && 'bg-brand-soft')}>
        <StarButton
          symbol={product.symbol}
          name={name}
          favourite={favourite}
          onToggle={props.onFavourite}
          size={18}
          className={ROW.star}
          aside
        />
        <Link
          to={productPath(product.symbol)}
          data-shortcut="row"
          tabIndex={-1}
          aria-current={shown || undefined}
          className={ROW.link}
        >
          <ProductCells product={product} name={name} closes={closes} live />
        </Link>
      </div>
    </div>
  )
})

interface Props {
  products: readonly Product[]
  nameOf: (symbol: string) => string
  closesOf: (symbol: string) => Closes | undefined
  /** Names the class of a product above the first one of it. Undefined where all rows are of one kind. */
  classOf?: ((product: Product) => string) | undefined
}

/** Only visible rows are mounted, and only mounted rows subscribe to prices. */
export function ProductListView({ products, nameOf, closesOf, classOf }: Props) {
  const favourites = useAtomValue(favouritesAtom)
  const away = useAtomValue(reachabilityAtom) !== 'reached'
  const toggle = useSetAtom(toggleFavouriteAtom)
  const { Rows, shown } = useContext(ListPlaceContext)
  const headingAt = (at: number): string | undefined => {
    const [product, before] = [products[at], products[at - 1]]
    const isFirst = product !== undefined && product.class !== before?.class
    return isFirst ? classOf?.(product) : undefined
  }
  return (
    <>
      {away && <PricesAsOf productId={products[0]?.id ?? 0} />}
      {/* One tab stop; the keys of its rows are in features/shortcuts/watch-rows.ts. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it hands the focus on to a row */}
      <div data-rows role="list" tabIndex={0}>
        <Rows itemSize={rowHeight()} bufferSize={BUFFER_PX}>
          {products.map((product, at) => (
            <ProductRow
              key={product.symbol}
              product={product}
              name={nameOf(product.symbol)}
              closes={closesOf(product.symbol)}
              favourite={favourites.includes(product.symbol)}
              place={at + 1}
              count={products.length}
              heading={headingAt(at)}
              shown={product.symbol === shown}
              onFavourite={toggle}
            />
          ))}
        </Rows>
      </div>
    </>
  )
}

/** One age for the whole list, because its prices arrive together and stop together. */
export function PricesAsOf({ productId }: { productId: number }) {
  return <PriceAsOf productId={productId} view="list" className="px-4 py-1.5" />
}
