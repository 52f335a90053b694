import { useAtomValue } from 'jotai'
import { LogIn } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { loggedInAtom } from '#api/session.ts'
import type { Order } from '#contract/order.ts'
import { OrderHistory } from '#features/orders/order-history.tsx'
import { OrderSheet } from '#features/orders/order-sheet.tsx'
import { useNewest } from '#features/orders/use-newest.ts'
import { useResults } from '#features/orders/use-results.ts'
import { loginPath } from '#lib/paths.ts'
import { positionsAtom } from '#streams'
import { buttonLook } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Positions } from './positions.tsx'

const TABS = ['all', 'open', 'settled'] as const
type Tab = (typeof TABS)[number]

/** A user's orders: all of them, the open ones live, and the closed ones. */
export function OrderPage() {
  const loggedIn = useAtomValue(loggedInAtom)
  return loggedIn ? <OwnOrders /> : <Visitor />
}

function Visitor() {
  const { t } = useTranslation(['orders', 'common'])
  const { pathname, search } = useLocation()
  return (
    <EmptyState
      icon={LogIn}
      title={t('orders:loggedOut')}
      action={
        <Link to={loginPath(pathname + search)} className={buttonLook({})}>
          {t('common:logIn')}
        </Link>
      }
    />
  )
}

function OwnOrders() {
  const { t } = useTranslation('orders')
  const [query, setQuery] = useSearchParams()
  const tab: Tab = TABS.find((one) => one === query.get('tab')) ?? 'all'
  const [shown, setShown] = useState<Order | null>(null)
  const [open, setOpen] = useState(false)
  const positions = useAtomValue(positionsAtom)
  const current = useNewest(shown)
  const count = 'value' in positions ? positions.value.open.length : 0
  useResults()
  const show = (order: Order): void => {
    setShown(order)
    setOpen(true)
  }
  return (
    <>
      <Tabs
        label={t('tabs.label')}
        tabs={TABS.map((id) => ({
          id,
          label: id === 'open' && count > 0 ? `${t('tabs.open')} ${count}` : t(`tabs.${id}`),
        }))}
        selected={tab}
        onSelect={(next) => setQuery({ tab: next }, { replace: true })}
        listClassName="sticky top-[calc(var(--spacing-header)+env(safe-area-inset-top))] z-10 bg-page/95 px-2"
      >
        {tab === 'open' ? (
          <Positions onOpen={show} />
        ) : (
          <OrderHistory key={tab} status={tab} onOpen={show} />
        )}
      </Tabs>
      {current !== null && (
        <OrderSheet order={current} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
