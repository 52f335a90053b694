import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { LedgerRecord } from '#contract/records.ts'
import { documentOf, holdOf } from '#features/records/record-list.ts'
import { useRecordText } from '#features/records/record-text.ts'
import type { Format } from '#i18n/format.ts'
import { useFormat } from '#i18n/use-format.ts'
import { buttonLook } from '#ui/button.tsx'
import { join } from '#ui/join.ts'
import { ListRow } from '#ui/list-row.tsx'
import type { SortKey } from '#ui/sorted.ts'
import { type TableColumn, TableRow } from '#ui/table.tsx'

/** The change of the balance. What was held has left it before, so its amount has no sign. */
function amountText(format: Format, record: LedgerRecord): string {
  const { amount } = record
  if (holdOf(record) === null) return format.signedMoney(amount)
  return format.money(amount < 0n ? -amount : amount)
}

/** One record: what happened and its effect on the balance. A tap shows its entries, including those of holds. */
export function RecordRow({ record }: { record: LedgerRecord }) {
  const { t } = useTranslation('records')
  const words = useRecordText()
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const id = useId()
  const hold = holdOf(record)
  return (
    <article className="border-b border-line/60 bg-surface">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="flex min-h-18 w-full flex-col justify-center gap-1 px-4 py-2.5 text-start active:bg-sunken"
      >
        <span className="flex w-full items-baseline gap-2">
          <span className="min-w-0 flex-1 font-semibold">{words.titleOf(record)}</span>
          {/* A movement of money is not a result, so it has no colour (decision 0044). */}
          <span className="figures font-semibold">{amountText(format, record)}</span>
        </span>
        <span className="figures flex w-full flex-wrap items-center justify-between gap-x-3 text-xs text-ink-2">
          {hold === null ? (
            <>
              <span>{words.accountOf(record)}</span>
              <span>{t('balanceAfter', { amount: format.money(record.balanceAfter) })}</span>
            </>
          ) : (
            t(`unchanged.${hold}`)
          )}
        </span>
        <span className="figures flex w-full flex-wrap items-center justify-between gap-x-3 text-xs text-ink-3">
          <span>{format.dateTime(record.at)}</span>
          <span className="inline-flex items-center gap-0.5">
            <span>{words.refOf(record)}</span>
            <ChevronDown aria-hidden size={12} className={join(open && 'rotate-180')} />
          </span>
        </span>
      </button>
      {open && <Entries id={id} record={record} />}
    </article>
  )
}

export const RECORD_LAYOUT = 'records-table'

/** The columns of the records on a large screen. */
export function useRecordHeads(): readonly TableColumn[] {
  const { t } = useTranslation('records')
  const end = 'text-end'
  return [
    { id: 'what', text: t('column.what'), sorts: true },
    { id: 'account', text: t('column.account'), sorts: true },
    { id: 'amount', text: t('column.amount'), className: end, sorts: true },
    { id: 'after', text: t('column.balanceAfter'), className: end },
    { id: 'document', text: t('column.document') },
    { id: 'at', text: t('column.time'), className: end, sorts: true },
  ]
}

/** What each column has in a record, to sort by. */
export function useRecordKeys(): Record<string, (record: LedgerRecord) => SortKey> {
  const words = useRecordText()
  return {
    what: words.titleOf,
    account: words.accountOf,
    amount: ({ amount }) => amount,
    at: ({ at }) => at,
  }
}

/** The same record on a large screen, as a row of a table with its entries below. */
export function RecordTableRow({ record, at }: { record: LedgerRecord; at: number }) {
  const words = useRecordText()
  const format = useFormat()
  const columns = useRecordHeads()
  const [open, setOpen] = useState(false)
  const id = useId()
  const hold = holdOf(record)
  const title = words.titleOf(record)
  return (
    <>
      <TableRow
        at={at}
        columns={columns}
        layout={RECORD_LAYOUT}
        dense
        label={title}
        expanded={open}
        onOpen={() => setOpen(!open)}
        cells={{
          what: <span className="font-semibold">{title}</span>,
          account: words.accountOf(record),
          amount: <span className="font-semibold">{amountText(format, record)}</span>,
          // That of a hold, in a column of balances, would look like a jump.
          after: hold === null ? format.money(record.balanceAfter) : '–',
          document: words.refOf(record),
          at: format.dateTime(record.at),
        }}
      />
      {open && (
        <div role="row" className="bg-surface">
          <div role="cell">
            <Entries id={id} record={record} />
          </div>
        </div>
      )}
    </>
  )
}

/** The change on each of the user's ledger accounts, and a link to the document. */
function Entries({ id, record }: { id: string; record: LedgerRecord }) {
  const { t } = useTranslation('records')
  const words = useRecordText()
  const format = useFormat()
  const document = documentOf(record)
  const hold = holdOf(record)
  return (
    <div id={id} className="flex flex-col px-4 pb-3">
      {hold !== null && (
        <p className="hidden pb-2 text-sm text-ink-2 three:block">{t(`unchanged.${hold}`)}</p>
      )}
      <h3 className="text-xs text-ink-3">{t('entries')}</h3>
      <dl className="divide-y divide-line/60">
        {record.entries.map((entry) => (
          <ListRow
            key={entry.account}
            label={words.accountOf(entry)}
            value={format.signedMoney(entry.amount)}
            hint={t('balanceAfter', { amount: format.money(entry.balanceAfter) })}
          />
        ))}
      </dl>
      {document !== null && (
        <Link
          to={document.path}
          className={join(buttonLook({ variant: 'quiet', size: 'sm' }), 'self-end')}
        >
          <span>{words.refOf(record)}</span>
          <ChevronRight aria-hidden size={16} />
        </Link>
      )}
    </div>
  )
}
