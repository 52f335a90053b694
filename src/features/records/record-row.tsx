import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { LedgerRecord } from '#contract/records.ts'
import { documentOf } from '#features/records/record-list.ts'
import { useRecordWords } from '#features/records/record-words.ts'
import { useFormat } from '#i18n/format.ts'

const ROW =
  'flex min-h-18 flex-col justify-center gap-1 border-b border-line/60 bg-surface px-4 py-2.5'

/** One change of the account: what happened, by how much, and what stood there afterwards. */
export function RecordRow({ record }: { record: LedgerRecord }) {
  const { t } = useTranslation('records')
  const words = useRecordWords()
  const format = useFormat()
  const document = documentOf(record)
  const tone = record.amount > 0n ? 'text-brand-strong' : 'text-ink'
  const lines = (
    <>
      <span className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 font-semibold">{words.titleOf(record)}</span>
        <span className={`figures font-semibold ${tone}`}>{format.signedMoney(record.amount)}</span>
      </span>
      <span className="figures flex flex-wrap items-center justify-between gap-x-3 text-xs text-ink-2">
        <span>{words.accountOf(record)}</span>
        <span>{t('balanceAfter', { amount: format.money(record.balanceAfter) })}</span>
      </span>
      <span className="figures flex flex-wrap items-center justify-between gap-x-3 text-2xs text-ink-3">
        <span>{format.dateTime(record.at)}</span>
        <span className="inline-flex items-center">
          {words.refOf(record)}
          {document !== null && <ChevronRight aria-hidden size={12} />}
        </span>
      </span>
    </>
  )
  return document === null ? (
    <div className={ROW}>{lines}</div>
  ) : (
    <Link to={document.path} className={`${ROW} active:bg-sunken`}>
      {lines}
    </Link>
  )
}
