import { Failed } from '#components/failed.tsx'
import { ShieldCheck } from 'lucide-react'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { listActs } from '#contract/endpoints/records.ts'
import type { Act } from '#contract/records.ts'
import { actSeq } from '#contract/scalars.ts'
import { useFormat } from '#i18n/use-format.ts'
import { mergeBy } from '#data/paged-list.ts'
import { listKind, usePagedList } from '#data/use-paged-list.ts'
import { useReasonText } from '#i18n/reason-text.ts'
import { topicAtom } from '#streams'
import { EmptyState } from '#ui/empty-state.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { PagedListView } from '#ui/paged-list.tsx'
import { RefreshButton } from '#ui/pull-to-refresh.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'

type ActInList = Act & { id: string }
const actList = listKind<ActInList>(mergeBy(() => 0))

async function readActs(before: string | null) {
  const query = before === null ? {} : { before: actSeq.parse(before) }
  const answer = await call(listActs, { query })
  if (!answer.ok) return answer
  const rows = answer.value.acts.map((act) => ({ ...act, id: act.seq }))
  return { ok: true as const, value: { rows, next: answer.value.next } }
}

/** One action: who, what, why and when, and its link in the log's hash chain. */
function ActRow({ act }: { act: Act }) {
  const { t } = useTranslation('records')
  const { reasonText, reviewerText } = useReasonText()
  const format = useFormat()
  return (
    <article className="flex flex-col gap-1 border-b border-line/60 bg-surface px-4 pt-3">
      <p className="font-semibold">{t(`act.${act.act}`)}</p>
      {act.reason !== null && (
        <p className="text-sm">{t('acts.reason', { reason: reasonText(act.reason) })}</p>
      )}
      {act.why !== null && <p className="text-sm">{t('acts.reason', { reason: act.why })}</p>}
      <p className="figures flex flex-wrap justify-between gap-x-3 text-xs text-ink-2">
        <span>{reviewerText(act.actor)}</span>
        <span>{format.dateTime(act.at)}</span>
      </p>
      <details className="figures text-xs text-ink-2">
        <summary className="flex min-h-touch items-center">
          <span>{t('acts.line', { seq: act.seq, hash: act.hash.slice(0, 12) })}</span>
        </summary>
        <dl className="pb-2 break-all">
          <ListRow label={t('acts.number')} value={act.seq} />
          {act.ref !== '' && <ListRow label={t('acts.ref')} value={act.ref} />}
          {act.previousHash !== null && (
            <ListRow label={t('acts.previousHash')} value={act.previousHash} />
          )}
          {act.salt !== null && <ListRow label={t('acts.salt')} value={act.salt} />}
          <ListRow label={t('acts.hash')} value={act.hash} />
          <ListRow
            label={t('acts.checkpoint')}
            value={act.checkpoint?.toString() ?? t('acts.checkpointLater')}
          />
        </dl>
      </details>
    </article>
  )
}

/** The reviewers' actions that concern the user, read from the operator log. */
export function ActList() {
  const { t } = useTranslation('records')
  const list = usePagedList(actList, { name: 'acts', read: readActs })
  const profile = useAtomValue(topicAtom('profile'))
  const version = 'value' in profile ? profile.value.version : null
  const news = useEffectEvent(list.refresh)
  useEffect(() => {
    if (version !== null) news()
  }, [version])
  return (
    <>
      <div className="flex items-start gap-2 px-4 py-2">
        <p className="min-w-0 flex-1 text-xs text-ink-2">{t('acts.hint')}</p>
        <RefreshButton refreshing={list.refreshing} onRefresh={list.refresh} />
      </div>
      <PagedListView
        list={list}
        skeleton={<SkeletonRows className="h-24" />}
        failed={<Failed error={list.error} onRetry={list.retry} />}
        empty={<EmptyState icon={ShieldCheck} title={t('acts.empty')} hint={t('acts.emptyHint')} />}
      >
        {(act) => <ActRow act={act} />}
      </PagedListView>
    </>
  )
}
