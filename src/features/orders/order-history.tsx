import { useAtomValue } from 'jotai'
import { CloudOff, ReceiptText } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua'
import { productsAtom } from '#api/products.ts'
import type { Order } from '#contract/order.ts'
import { shownOrders } from '#features/orders/order-pages.ts'
import { OrderRow } from '#features/orders/order-row.tsx'
import { useOrderPages } from '#features/orders/use-order-pages.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface Props {
  status: 'settled' | 'all'
  onOpen: (order: Order) => void
}

/** Rows below the last visible one when the next page is asked for. */
const AHEAD_ROWS = 10

/** Past orders, page by page as they are scrolled to, with what the stream pushes merged in. */
export function OrderHistory({ status, onOpen }: Props) {
  const { t } = useTranslation(['orders', 'common'])
  const { errorText } = useErrorText()
  const { pages, loadMore, retry } = useOrderPages(status)
  const products = useAtomValue(productsAtom)
  const list = useRef<WindowVirtualizerHandle>(null)
  const known = products.status === 'ready' ? products.value.products : []
  const orders = shownOrders(pages)
  const look = (): void => {
    const { current } = list
    if (current === null) return
    const last = current.findItemIndex(current.scrollOffset + current.viewportSize)
    if (last + AHEAD_ROWS >= orders.length) loadMore()
  }
  const lookAgain = useEffectEvent(look)
  useEffect(() => {
    if (pages.next !== undefined) lookAgain()
  }, [pages.next])

  if (pages.error !== null && orders.length === 0) {
    return (
      <div role="alert">
        <EmptyState
          icon={CloudOff}
          title={errorText(pages.error)}
          action={<Button onClick={retry}>{t('common:retry')}</Button>}
        />
      </div>
    )
  }
  if (orders.length === 0) {
    if (pages.next === undefined || pages.loading) return <HistorySkeleton />
    return (
      <EmptyState
        icon={ReceiptText}
        title={t(`orders:empty.${status}`)}
        hint={t('orders:emptyHint')}
      />
    )
  }
  return (
    <div role="list">
      <WindowVirtualizer ref={list} data={orders} onScroll={look}>
        {(order) => (
          <div role="listitem" key={order.id}>
            <OrderRow
              order={order}
              product={known.find((one) => one.symbol === order.symbol)}
              onOpen={onOpen}
            />
          </div>
        )}
      </WindowVirtualizer>
      <div className="py-4 text-center text-sm text-ink-3">
        {pages.loading && t('common:loading')}
        {pages.error !== null && (
          <Button variant="quiet" onClick={retry}>
            {t('common:retry')}
          </Button>
        )}
        {pages.next === null && !pages.loading && t('common:noMore')}
      </div>
    </div>
  )
}

function HistorySkeleton() {
  return (
    <div aria-hidden className="flex flex-col gap-px">
      {Array.from({ length: 6 }, (_, i) => (
        <Skeleton key={i} className="h-21 rounded-none" />
      ))}
    </div>
  )
}
