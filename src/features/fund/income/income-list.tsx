import { Coins } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FundAccrual } from '#contract/fund.ts'
import { CheckCard } from '#features/fund/income/check-card.tsx'
import { useAccrualColumns } from '#features/fund/columns.ts'
import { useExactText } from '#features/fund/income/exact-text.ts'
import { FundList } from '#features/fund/fund-list.tsx'
import { IncomeDay } from '#features/fund/income/income-day.tsx'
import { type AccrualRow, readAccruals, useAccrualList } from '#features/fund/lists.ts'
import { RateChart } from '#features/fund/rates/rate-chart.tsx'
import { useRateText } from '#features/fund/rates/rate-text.ts'
import { useLinkedDay } from '#documents/use-opened.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/format.ts'
import type { DaySeries } from '#lib/day-series.ts'
import { DocumentRow } from '#ui/document-row.tsx'

/** The height of two lines and their padding, in every language. */
const ROW_PX = 72

interface Props {
  /** The day to open at once; null for none. */
  linked: string | null
  /** "Check my income" starts automatically and is shown first. */
  check: boolean
  draw: (series: readonly DaySeries[]) => ReactNode
}

/** The income by day below its chart, with the check that recomputes it. */
export function IncomeList({ linked, check, draw }: Props) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const days = useDayText()
  const rates = useRateText()
  const { exact } = useExactText()
  const list = useAccrualList()
  const columns = useAccrualColumns()
  const [shown, show] = useState<FundAccrual | null>(null)
  const [open, setOpen] = useState(false)
  const openOne = (accrual: FundAccrual): void => {
    show(accrual)
    setOpen(true)
  }
  useLinkedDay(linked, readAccruals, openOne)
  return (
    <>
      <FundList
        list={list}
        icon={Coins}
        rowPx={ROW_PX}
        above={
          <>
            {check && <CheckCard atOnce />}
            <RateChart income={list} draw={draw} />
            {!check && <CheckCard atOnce={false} />}
          </>
        }
        texts={{
          hint: t('details.income.hint'),
          empty: t('details.income.empty'),
          emptyHint: t('details.income.emptyHint'),
        }}
        file={{ name: t('details.income.file'), columns, read: readAccruals }}
      >
        {(accrual: AccrualRow) => (
          <DocumentRow
            title={days.long(accrual.day)}
            time={t('details.income.line', {
              share: format.money(accrual.share),
              rate: rates.annual(accrual.dailyRate),
            })}
            amount={format.signedMoney(accrual.credited)}
            badge={
              <span className="figures text-xs text-ink-3">
                {t('details.income.carryLine', { amount: exact(BigInt(accrual.carryAfter)) })}
              </span>
            }
            onOpen={() => openOne(accrual)}
          />
        )}
      </FundList>
      {shown !== null && <IncomeDay accrual={shown} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
