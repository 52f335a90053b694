import { useAtom, useAtomValue } from 'jotai'
import { type ReactNode, type RefObject, Suspense, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { productsAtom } from '#data/products.ts'
import { lastShownAtom } from '#data/shown-product.ts'
import type { Product } from '#contract/product.ts'
import { ListPlaceContext } from '#features/market/product-list-view.tsx'
import { later } from '#lib/later.tsx'
import { usePanes } from '#lib/use-panes.ts'
import { applyStyles } from '#ui/adapt.ts'
import { PaneRows } from '#ui/pane-rows.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ShownProduct } from '../detail/shown-product.tsx'
import { ProductPage } from '../product/product.tsx'
import { BesideList } from './beside-list.tsx'
import { DeskProduct } from './desk-product.tsx'
import { DockPane } from './dock-pane.tsx'
import { pairAtom } from './pair-state.ts'
import { LIST_PANE, PaneSplitter, useSize } from './panes.tsx'
import css from './trading.css?inline'
import { useRowMenu } from './use-row-menu.tsx'
import { useDockBelowChart, useRoomForTwo } from './window-room.ts'

applyStyles(css)

const ProductPair = later(async () => (await import('./pair.tsx')).ProductPair)

const isOpen = ({ session }: Product): boolean => session.state === 'open'

/** The product that the address names; otherwise the last one shown, or the first whose market is open. */
function useShownSymbol(): string | null {
  const [query] = useSearchParams()
  const [last, keep] = useAtom(lastShownAtom)
  const products = useAtomValue(productsAtom)
  const named = query.get('symbol')
  const all = products.status === 'ready' ? products.value.products : []
  const shown = named ?? last ?? (all.find(isOpen) ?? all[0])?.symbol ?? null
  const isKnown = all.some(({ symbol }) => symbol === shown)
  useEffect(() => {
    if (isKnown) keep(shown)
  }, [isKnown, shown, keep])
  return shown
}

/**
 * The list of products, above the user's orders, with one of the products beside it. The list stays and streams while
 * that product changes.
 */
export function TradingPage() {
  const { t } = useTranslation('trading')
  const panes = usePanes()
  const frame = useRef<HTMLDivElement>(null)
  const column = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLElement>(null)
  const symbol = useShownSymbol()
  const size = useSize('list', frame, panes)
  const menu = useRowMenu(list)
  const room = useRoomForTwo()
  const two = useAtomValue(pairAtom).on && room && panes === 3
  const dockBelowChart = useDockBelowChart()
  return (
    <div ref={frame} className="flex min-h-0 flex-1">
      <div ref={column} style={{ width: size.value }} className="flex shrink-0 flex-col">
        <section
          ref={list}
          id={LIST_PANE}
          data-shortcut="pane"
          aria-label={t('list')}
          className="@container min-h-0 flex-1 overflow-x-hidden overflow-y-auto pt-1 [--spacing-header:0px]"
        >
          <InList pane={list} shown={symbol}>
            <ProductPage />
          </InList>
        </section>
        {panes === 3 && !dockBelowChart && <DockPane of={column} />}
      </div>
      {menu}
      <PaneSplitter pane="list" limited={size} />
      {symbol !== null && two && (
        <Suspense fallback={<Skeleton className="m-4 flex-1" />}>
          <ProductPair symbol={symbol} />
        </Suspense>
      )}
      {symbol !== null && !two && (
        <ShownProduct symbol={symbol} as={panes === 3 ? DeskProduct : BesideList} />
      )}
    </div>
  )
}

interface InListProps {
  pane: RefObject<HTMLElement | null>
  shown: string | null
  children: ReactNode
}

/** The pane scrolls its list, and not the window. */
function InList({ pane, shown, children }: InListProps) {
  const Rows = useMemo(() => {
    return function RowsInPane(props: {
      itemSize: number
      bufferSize: number
      children: ReactNode
    }) {
      return <PaneRows pane={pane} shortcut="row" {...props} />
    }
  }, [pane])
  const place = useMemo(() => ({ Rows, shown }), [Rows, shown])
  return <ListPlaceContext value={place}>{children}</ListPlaceContext>
}
