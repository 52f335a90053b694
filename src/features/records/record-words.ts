import { useTranslation } from 'react-i18next'
import type { LedgerRecord } from '#contract/records.ts'
import { documentOf } from '#features/records/record-list.ts'

/** A record in plain words. */
export function useRecordWords() {
  const { t } = useTranslation('records')
  return {
    /** What happened: a settled order by its outcome, everything else by its kind. */
    titleOf: ({ kind, outcome }: LedgerRecord): string =>
      kind === 'order_settle' && outcome !== null ? t(`settled.${outcome}`) : t(`kind.${kind}`),
    accountOf: ({ account }: LedgerRecord): string => t(`account.${account}`),
    /** `Order 1234`; for practice money its day. */
    refOf: (record: LedgerRecord): string => {
      const document = documentOf(record)
      return document === null ? record.ref : t(`document.${document.what}`, { id: record.ref })
    },
  }
}
