import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { OwnLimits } from '#contract/limits.ts'
import { BreakSection } from '#features/limits/break-section.tsx'
import { ChangeList } from '#features/limits/change-list.tsx'
import { LimitList } from '#features/limits/limit-list.tsx'
import { useLimitWords } from '#features/limits/use-limit-words.ts'
import { useServerNow } from '#data/use-server-now.ts'
import { pausedUntil } from '#rules/own-limits.ts'
import { topicAtom } from '#streams'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** All limits and breaks that users set for themselves, live. */
export function OwnLimitsView() {
  const { t } = useTranslation('limits')
  const live = useAtomValue(topicAtom('limits'))
  if ('value' in live) return <Known limits={live.value} />
  if (live.status === 'failed') return <Notice tone="bad">{t('failed')}</Notice>
  return (
    <div aria-hidden className="flex flex-col gap-5">
      <Skeleton className="h-12" />
      <Skeleton className="h-72 rounded-card" />
      <Skeleton className="h-28 rounded-card" />
    </div>
  )
}

function Known({ limits }: { limits: OwnLimits }) {
  const { t } = useTranslation('limits')
  const words = useLimitWords()
  const serverNow = useServerNow()
  const until = pausedUntil(limits, serverNow)
  return (
    <>
      {until !== null && (
        <Notice tone="info">{t('break.running', { until: words.at(until) })}</Notice>
      )}
      <p className="text-sm text-ink-2">{t('lead')}</p>
      <LimitList limits={limits} serverNow={serverNow} />
      <BreakSection limits={limits} serverNow={serverNow} />
      <ChangeList version={limits.version} />
    </>
  )
}
