import { useTranslation } from 'react-i18next'
import type { LedgerRecord } from '#contract/records.ts'
import { money, signedMoney } from '#contract/scalars.ts'
import { useRecordWords } from '#features/records/record-words.ts'
import { csvTime } from '#data/collect-csv.ts'
import type { CsvColumn } from '#rules/csv.ts'

/** The columns of the ledger in an exported file, with headings in the current language. Amounts are plain decimals. */
export function useRecordColumns(): readonly CsvColumn<LedgerRecord>[] {
  const { t } = useTranslation('records')
  const words = useRecordWords()
  return [
    { name: t('column.time'), kind: 'text', of: ({ at }) => csvTime(at) },
    { name: t('column.utc'), kind: 'text', of: ({ at }) => new Date(at).toISOString() },
    { name: t('column.what'), kind: 'text', of: words.titleOf },
    { name: t('column.account'), kind: 'text', of: words.accountOf },
    { name: t('column.amount'), kind: 'number', of: ({ amount }) => signedMoney.encode(amount) },
    {
      name: t('column.balanceAfter'),
      kind: 'number',
      of: ({ balanceAfter }) => money.encode(balanceAfter),
    },
    { name: t('column.document'), kind: 'text', of: words.refOf },
    { name: t('column.number'), kind: 'text', of: ({ id }) => id },
  ]
}
