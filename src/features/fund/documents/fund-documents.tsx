import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { money } from '#contract/scalars.ts'
import { csvTime } from '#data/collect-csv.ts'
import type { PagedList } from '#data/use-paged-list.ts'
import { type Document, type DocumentKind, type Step, stepAt } from '#documents/document-kind.ts'
import { Documents } from '#documents/documents.tsx'
import { ListHead } from '#features/fund/list-head.tsx'
import type { CsvColumn } from '#rules/csv.ts'

/** The cut-off until which a document can be cancelled, and the step that takes effect after it. */
export function stepsToCome<Id extends string>(
  cutOffAt: number,
  next: { id: Id; at: number },
  serverNow: number,
): Step<Id | 'cutOff'>[] {
  const isBefore = serverNow < cutOffAt
  return [stepAt('cutOff', cutOffAt, isBefore), { ...next, state: isBefore ? 'ahead' : 'current' }]
}

const utc = (ms: number): string => new Date(ms).toISOString()
export const timeOrNone = (ms: number | null): string => (ms === null ? '' : csvTime(ms))

interface FundDocument extends Document {
  endedAt: number | null
}

interface Props<T, StepId extends string> {
  what: 'transfer' | 'withdrawal'
  kind: DocumentKind<T, StepId>
  list: PagedList<T>
  /** The columns of an exported file that the other kind does not have in the same place. */
  columns: readonly CsvColumn<T>[]
  /** The number of the document to open at once; null for none. */
  linked: string | null
}

/** Lists the transfers into the fund or the withdrawals from it, with an export. Its amounts are plain decimals. */
export function FundDocuments<T extends FundDocument, StepId extends string>(
  props: Props<T, StepId>,
) {
  const { what, kind, list, linked } = props
  const { t } = useTranslation('fund')
  const columns: readonly CsvColumn<T>[] = [
    { name: t('details.column.time'), kind: 'text', of: (row) => csvTime(row.createdAt) },
    { name: t('details.column.utc'), kind: 'text', of: (row) => utc(row.createdAt) },
    { name: t('details.amount'), kind: 'number', of: (row) => z.encode(money, row.amount) },
    ...props.columns,
    { name: t('details.column.ended'), kind: 'text', of: (row) => timeOrNone(row.endedAt) },
    { name: t('details.number'), kind: 'text', of: (row) => row.id },
  ]
  return (
    <Documents
      kind={kind}
      list={list}
      linked={linked}
      above={
        <ListHead
          list={list}
          title={t(`details.tabs.${what}s`)}
          hint={t(`details.${what}.hint`)}
          file={{ name: t(`details.${what}.file`), columns, read: kind.read }}
        />
      }
      empty={{ title: t(`details.${what}.empty`), hint: t(`details.${what}.emptyHint`) }}
    />
  )
}
