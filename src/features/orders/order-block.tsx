import { useAtomValue } from 'jotai'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Order } from '#contract/order.ts'
import { AsOf } from '#components/as-of.tsx'
import { BriefList, EmptyBrief } from '#features/orders/brief-list.tsx'
import { PositionList } from '#features/orders/position-list.tsx'
import { useOpenedOrder } from '#features/orders/use-opened-order.ts'
import { useResultToasts } from '#features/orders/use-results.ts'
import { PATHS } from '#lib/paths.ts'
import { laterSheet } from '#lib/later.tsx'
import { topicAtom } from '#streams'
import { moreLinkLook } from '#ui/more-link.ts'
import { Section } from '#ui/section.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'

const TABS = ['all', 'open', 'settled'] as const
type Tab = (typeof TABS)[number]
const MAX_ROWS = 3

const Detail = laterSheet(async () => (await import('#features/orders/order-sheet.tsx')).OrderSheet)

interface Props {
  title: string
  /** The link to the full list. */
  all: string
}

/** The newest orders, positions and closed positions in three tabs, each with a link to the full list. */
export function OrderBlock({ title, all }: Props) {
  const { t } = useTranslation('orders')
  const [tab, setTab] = useState<Tab>('all')
  const { show, sheet } = useOpenedOrder()
  const positions = useAtomValue(topicAtom('positions'))
  const count = 'value' in positions ? positions.value.open.length : 0
  useResultToasts()
  return (
    <Section
      strong
      title={title}
      action={
        <Link to={`${PATHS.orders}?tab=${tab}`} className={moreLinkLook}>
          {all}
          <span className="sr-only"> {t(`tabs.${tab}`)}</span>
          <ChevronRight aria-hidden size={16} />
        </Link>
      }
    >
      <Tabs
        label={t('tabs.label')}
        tabs={TABS.map((id) => ({
          id,
          label: id === 'open' && count > 0 ? `${t('tabs.open')} ${count}` : t(`tabs.${id}`),
        }))}
        selected={tab}
        onSelect={setTab}
        listClassName="px-1"
      >
        {/* As high as three rows, so that nothing below moves when they load. */}
        <div className="flex min-h-48 flex-col *:flex-1">
          {tab === 'open' ? (
            <OpenPositions onOpen={show} />
          ) : (
            <BriefList key={tab} status={tab} max={MAX_ROWS} onOpen={show} />
          )}
        </div>
      </Tabs>
      {sheet !== null && <Detail {...sheet} />}
    </Section>
  )
}

function OpenPositions({ onOpen }: { onOpen: (order: Order) => void }) {
  const { t } = useTranslation('orders')
  const positions = useAtomValue(topicAtom('positions'))
  if (positions.status === 'failed') {
    return (
      <p role="alert" className="px-4 py-8 text-center text-sm">
        {t('failed')}
      </p>
    )
  }
  if (positions.status === 'connecting') return <SkeletonRows className="h-16" count={MAX_ROWS} />
  const { open } = positions.value
  if (open.length === 0) return <EmptyBrief kind="open" />
  return (
    <div className="p-3 pb-1">
      <AsOf live={positions} className="pb-2" />
      <PositionList orders={open.slice(0, MAX_ROWS)} view="list" onOpen={onOpen} />
    </div>
  )
}
