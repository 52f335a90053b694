/** The two differing figures, formatted in the language. */
import { useTranslation } from 'react-i18next'
import type { FundAccrual } from '#contract/fund.ts'
import type { CheckFinding } from '#features/fund/check-income.ts'
import { useExactText } from '#features/fund/exact-text.ts'
import { useRateText } from '#features/fund/rate-text.ts'
import { useFormat } from '#i18n/format.ts'

export interface FindingRow {
  label: string
  /** Recomputed on this device. */
  here: string
  /** As recorded or shown by the server. */
  there: string
}

export function useFindingRows(finding: CheckFinding): FindingRow[] {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const { exact } = useExactText()
  const { factor } = useRateText()
  const none = t('check.none')
  const rateOrNone = (rate: number | null): string => (rate === null ? none : factor(rate))
  const dayRows = (here: FundAccrual | null, there: FundAccrual | null): FindingRow[] => {
    const row = (label: string, write: (accrual: FundAccrual) => string): FindingRow => ({
      label,
      here: here === null ? none : write(here),
      there: there === null ? none : write(there),
    })
    return [
      row(t('details.income.share'), ({ share }) => format.money(share)),
      row(t('details.income.rate'), ({ dailyRate }) => factor(dailyRate)),
      row(t('details.income.carryBefore'), ({ carryBefore }) => exact(BigInt(carryBefore))),
      row(t('details.income.credited'), ({ credited }) => format.money(credited)),
      row(t('details.income.carryAfter'), ({ carryAfter }) => exact(BigInt(carryAfter))),
    ]
  }
  switch (finding.kind) {
    case 'rate':
      return [
        {
          label: t('details.income.rate'),
          here: rateOrNone(finding.published),
          there: rateOrNone(finding.stated),
        },
      ]
    case 'day':
      return dayRows(finding.expected, finding.recorded)
    case 'behind':
      return dayRows(finding.expected, null)
    case 'income':
    case 'share':
      return [
        {
          label: t(`check.shown.${finding.kind}`),
          here: format.money(finding.reckoned),
          there: format.money(finding.shown),
        },
      ]
    case 'carry':
      return [
        {
          label: t('check.shown.carry'),
          here: exact(BigInt(finding.reckoned)),
          there: exact(BigInt(finding.shown)),
        },
      ]
  }
}
