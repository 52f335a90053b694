import { useAtomValue } from 'jotai'
import { BellPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ALERTS_MAX, type PriceAlert } from '#contract/alerts.ts'
import { AlertRow } from '#features/alerts/alert-row.tsx'
import { useServerNow } from '#data/use-server-now.ts'
import { topicAtom } from '#streams'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface ListProps {
  title: string
  aside?: string
  alerts: readonly PriceAlert[]
  named: boolean
}
function List({ title, aside, alerts, named }: ListProps) {
  const now = useServerNow()
  return (
    <section className="flex flex-col">
      <h3 className="flex items-baseline justify-between gap-3 text-sm font-semibold text-ink-2">
        <span>{title}</span>
        {aside !== undefined && (
          <span className="figures text-xs font-normal text-ink-3">{aside}</span>
        )}
      </h3>
      <ul className="divide-y divide-line/60">
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} nowMs={now} named={named} />
        ))}
      </ul>
    </section>
  )
}

interface Props {
  /** The alerts of one product; without it, of all products, each with its product. */
  symbol?: string
}

/** The user's alerts, live: the active ones, then the newest of the others with their results. */
export function AlertLists({ symbol }: Props) {
  const { t } = useTranslation('alerts')
  const live = useAtomValue(topicAtom('alerts'))
  if (live.status === 'failed') return <Notice tone="bad">{t('failed')}</Notice>
  if (!('value' in live)) return <Skeleton className="h-28" />
  const own = live.value.filter((alert) => symbol === undefined || alert.symbol === symbol)
  const waiting = own.filter(({ status }) => status === 'active')
  const ended = own.filter(({ status }) => status !== 'active')
  const used = live.value.filter(({ status }) => status === 'active').length
  const named = symbol === undefined
  if (own.length === 0 && named) {
    return <EmptyState icon={BellPlus} title={t('none')} hint={t('watch')} />
  }
  return (
    <div className="flex flex-col gap-4">
      {waiting.length === 0 ? (
        <p className="text-sm text-ink-3">{named ? t('watch') : t('noneHere')}</p>
      ) : (
        <List
          title={t('waiting')}
          aside={t('used', { used, limit: ALERTS_MAX })}
          alerts={waiting}
          named={named}
        />
      )}
      {ended.length > 0 && <List title={t('ended')} alerts={ended} named={named} />}
    </div>
  )
}
