import { useAtomValue } from 'jotai'
import { ChartNoAxesCombined, ReceiptText } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { call } from '#api/call.ts'
import { loggedInAtom } from '#api/session.ts'
import { AccountFrozen } from '#components/frozen.tsx'
import { getOrder } from '#contract/endpoints/trading.ts'
import type { Order } from '#contract/order.ts'
import { orderId } from '#contract/scalars.ts'
import { OrderHistory } from '#features/orders/order-history.tsx'
import { orderFilterIn } from '#features/orders/order-list.ts'
import { RefusedList } from '#features/orders/refused-list.tsx'
import { OrderSheet } from '#features/orders/order-sheet.tsx'
import { useOpenedOrder } from '#features/orders/use-opened-order.ts'
import { useResultToasts } from '#features/orders/use-results.ts'
import { Visitor } from '#features/session/visitor.tsx'
import { filterQuery } from '#data/day-range.ts'
import { PATHS } from '#lib/paths.ts'
import { topicAtom } from '#streams'
import { join } from '#ui/join.ts'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Positions } from './positions.tsx'

const TABS = ['all', 'open', 'settled', 'refused'] as const
type Tab = (typeof TABS)[number]

/** A user's orders: all of them, the open ones live, and the closed ones. */
export function OrderPage() {
  const { t } = useTranslation('orders')
  const loggedIn = useAtomValue(loggedInAtom)
  if (loggedIn) return <OwnOrders />
  return <Visitor icon={ReceiptText} title={t('loggedOut')} hint={t('emptyHint')} />
}

/**
 * Shows the order that the address names, once it is loaded. An order that does not belong to the user shows nothing.
 */
function useLinkedOrder(id: string | null, show: (order: Order) => void): void {
  const found = useEffectEvent(show)
  useEffect(() => {
    const asked = orderId.safeParse(id)
    if (!asked.success) return
    const leaving = new AbortController()
    const read = async (): Promise<void> => {
      const input = { params: { id: asked.data }, signal: leaving.signal }
      const answer = await call(getOrder, input)
      if (answer.ok && !leaving.signal.aborted) found(answer.value.order)
    }
    void read()
    return () => leaving.abort()
  }, [id])
}

function OwnOrders() {
  const { t } = useTranslation(['orders', 'tabs'])
  const [query, setQuery] = useSearchParams()
  const tab: Tab = TABS.find((one) => one === query.get('tab')) ?? 'all'
  const { show, sheet } = useOpenedOrder()
  const positions = useAtomValue(topicAtom('positions'))
  const count = 'value' in positions ? positions.value.open.length : 0
  useResultToasts()
  useLinkedOrder(query.get('id'), show)
  return (
    <>
      <div className="px-4 pt-2 empty:hidden">
        <AccountFrozen />
      </div>
      {/* Beside the links to all records it would be there twice. */}
      <Link
        to={PATHS.results}
        className={join(navRowLook, 'border-b border-line/60 bg-surface in-[.beside]:xl:hidden')}
      >
        <NavRow icon={ChartNoAxesCombined} label={t('tabs:pages.results')} />
      </Link>
      <Tabs
        label={t('tabs.label')}
        tabs={TABS.map((id) => ({
          id,
          label: id === 'open' && count > 0 ? `${t('tabs.open')} ${count}` : t(`tabs.${id}`),
        }))}
        selected={tab}
        onSelect={(next) => setQuery({ tab: next }, { replace: true })}
        listClassName="fading snug sticky top-[calc(var(--spacing-header)+env(safe-area-inset-top))] z-10 bg-page/95 px-2"
      >
        {tab === 'open' && <Positions onOpen={show} />}
        {tab === 'refused' && <RefusedList />}
        {(tab === 'all' || tab === 'settled') && (
          <OrderHistory
            filter={orderFilterIn(query, tab)}
            onFilter={({ symbol, outcome, from, to }) =>
              setQuery(filterQuery({ tab, symbol, outcome, from, to }), { replace: true })
            }
            onOpen={show}
          />
        )}
      </Tabs>
      {sheet !== null && <OrderSheet {...sheet} />}
    </>
  )
}
