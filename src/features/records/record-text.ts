import { useTranslation } from 'react-i18next'
import type { LedgerRecord } from '#contract/records.ts'
import { day } from '#contract/scalars.ts'
import { documentOf } from '#features/records/record-list.ts'
import { useDayText } from '#i18n/day-text.ts'

/** Describes a record in plain words. */
export function useRecordText() {
  const { t } = useTranslation('records')
  const days = useDayText()
  return {
    /** The title: a settled order by its outcome, everything else by its kind. */
    titleOf: ({ kind, outcome }: LedgerRecord): string =>
      kind === 'order_settle' && outcome !== null ? t(`settled.${outcome}`) : t(`kind.${kind}`),
    accountOf: ({ account }: Pick<LedgerRecord, 'account'>): string => t(`account.${account}`),
    /** `Order 1234`; for practice money its day. */
    refOf: (record: LedgerRecord): string => {
      const document = documentOf(record)
      if (document === null) return record.ref
      const asDay = day.safeParse(record.ref)
      const id = asDay.success ? days.date(asDay.data) : record.ref
      return t(`document.${document.what}`, { id })
    },
  }
}
