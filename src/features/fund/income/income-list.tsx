import { Coins } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import type { FundAccrual } from '#contract/fund.ts'
import { money } from '#contract/scalars.ts'
import { DocumentList } from '#documents/document-list.tsx'
import { byDay, useOpened } from '#documents/use-opened.ts'
import { CheckCard } from '#features/fund/income/check-card.tsx'
import { useExactText } from '#features/fund/income/exact-text.ts'
import { IncomeDay } from '#features/fund/income/income-day.tsx'
import { ListHead } from '#features/fund/list-head.tsx'
import { readAccruals, useAccrualList } from '#features/fund/lists.ts'
import { RateChart } from '#features/fund/rates/rate-chart.tsx'
import { useRateText } from '#features/fund/rates/rate-text.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import type { DaySeries } from '#data/day-series.ts'
import type { CsvColumn } from '#rules/csv.ts'
import { DocumentRow } from '#ui/document-row.tsx'

/** The columns of the income in an exported file. Amounts are plain decimals. */
function useAccrualColumns(): readonly CsvColumn<FundAccrual>[] {
  const { t } = useTranslation('fund')
  return [
    { name: t('details.income.day'), kind: 'text', of: ({ day }) => day },
    { name: t('details.income.share'), kind: 'number', of: ({ share }) => z.encode(money, share) },
    {
      name: t('details.column.dailyRate'),
      kind: 'number',
      of: ({ dailyRate }) => String(dailyRate),
    },
    {
      name: t('details.column.carryBefore'),
      kind: 'number',
      of: ({ carryBefore }) => String(carryBefore),
    },
    {
      name: t('details.income.credited'),
      kind: 'number',
      of: ({ credited }) => z.encode(money, credited),
    },
    {
      name: t('details.column.carryAfter'),
      kind: 'number',
      of: ({ carryAfter }) => String(carryAfter),
    },
  ]
}

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
  const { shown, open, show, close } = useOpened(byDay(linked), readAccruals)
  return (
    <>
      <DocumentList
        list={list}
        rowPx={ROW_PX}
        above={
          <>
            {check && <CheckCard atOnce />}
            <RateChart income={list} draw={draw} />
            {!check && <CheckCard atOnce={false} />}
            <ListHead
              list={list}
              title={t('details.tabs.income')}
              hint={t('details.income.hint')}
              file={{ name: t('details.income.file'), columns, read: readAccruals }}
            />
          </>
        }
        empty={{
          icon: Coins,
          title: t('details.income.empty'),
          hint: t('details.income.emptyHint'),
        }}
      >
        {(accrual) => (
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
            onOpen={() => show(accrual)}
          />
        )}
      </DocumentList>
      {shown !== null && <IncomeDay accrual={shown} open={open} onClose={close} />}
    </>
  )
}
