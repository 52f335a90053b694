import { useTranslation } from 'react-i18next'
import type { FundAccrual } from '#contract/fund.ts'
import { useExactText } from '#features/fund/income/exact-text.ts'
import { useRateText } from '#features/fund/rates/rate-text.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { addDays, dayStart } from '#rules/business-day.ts'
import { accrue } from '#rules/fund-income.ts'
import { Button } from '#ui/button.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sheet } from '#ui/sheet.tsx'

/** Whether the figures of the day add up, computed on this device. */
const addsUp = ({ share, dailyRate, carryBefore, credited, carryAfter }: FundAccrual): boolean => {
  const own = accrue({ share, dailyRate, carry: carryBefore })
  return own.credited === credited && own.carry === carryAfter
}

interface Props {
  accrual: FundAccrual
  open: boolean
  onClose: () => void
}

/** The income of one day with its calculation. */
export function IncomeDay({ accrual, open, onClose }: Props) {
  const { t } = useTranslation(['fund', 'common'])
  const format = useFormat()
  const days = useDayText()
  const good = addsUp(accrual)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('fund:details.income.of', { day: days.long(accrual.day) })}
    >
      <div className="flex flex-col gap-4">
        <p className="figures text-figure font-bold">{format.signedMoney(accrual.credited)}</p>
        <p className="text-sm text-ink-2">
          {t('fund:details.income.creditedAt', {
            time: format.dateTime(dayStart(addDays(accrual.day, 1))),
          })}
        </p>
        <Notice tone={good ? 'good' : 'bad'}>
          {t(good ? 'fund:details.income.addsUp' : 'fund:details.income.differs')}
        </Notice>
        <Sum accrual={accrual} />
        <p className="text-sm text-ink-2">{t('fund:details.income.carryMeans')}</p>
        <Button variant="secondary" block onClick={onClose}>
          {t('common:close')}
        </Button>
      </div>
    </Sheet>
  )
}

/** share × rate + carry = credited + carry, line by line and as one sentence. */
function Sum({ accrual }: { accrual: FundAccrual }) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const rates = useRateText()
  const { exact } = useExactText()
  const { share, dailyRate, carryBefore, credited, carryAfter } = accrual
  const earned = share * BigInt(dailyRate)
  const before = BigInt(carryBefore)
  const rows: readonly (readonly [label: string, value: string, hint?: string])[] = [
    [t('details.income.share'), format.money(share)],
    [
      t('details.income.rate'),
      `× ${rates.factor(dailyRate)}`,
      t('details.income.rateMeans', {
        amount: rates.perTenThousand(dailyRate),
        of: format.money(1_000_000n),
        rate: rates.annual(dailyRate),
      }),
    ],
    [t('details.income.earned'), `= ${exact(earned)}`],
    [t('details.income.carryBefore'), `+ ${exact(before)}`],
    [t('details.income.together'), `= ${exact(earned + before)}`],
    [t('details.income.credited'), format.money(credited)],
    [t('details.income.carryAfter'), exact(BigInt(carryAfter))],
  ]
  return (
    <>
      <dl className="divide-y divide-line/60">
        {rows.map(([label, value, hint]) => (
          <ListRow key={label} label={label} value={value} hint={hint} />
        ))}
      </dl>
      <p className="figures rounded-control bg-sunken px-3 py-2.5 text-sm break-words">
        {t('details.income.sum', {
          share: format.money(share),
          factor: rates.factor(dailyRate),
          before: exact(before),
          credited: format.money(credited),
          after: exact(BigInt(carryAfter)),
        })}
      </p>
    </>
  )
}
