import { useTranslation } from 'react-i18next'
import type { Act } from '#contract/records.ts'
import { useFormat } from '#i18n/format.ts'
import { useReasonText } from '#i18n/reason-text.ts'
import { ListRow } from '#ui/list-row.tsx'

/** One action: who, what, why and when, and its link in the log's hash chain. */
export function ActRow({ act }: { act: Act }) {
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
          <ListRow label={t('acts.previousHash')} value={act.previousHash} />
          <ListRow label={t('acts.hash')} value={act.hash} />
        </dl>
      </details>
    </article>
  )
}
