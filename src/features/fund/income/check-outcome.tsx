import { MessageCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { FundAccrual } from '#contract/fund.ts'
import type { CheckFinding, CheckResult } from '#features/fund/income/check-income.ts'
import { useExactText } from '#features/fund/income/exact-text.ts'
import { useRateText } from '#features/fund/rates/rate-text.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { PATHS } from '#lib/paths.ts'
import { Notice } from '#ui/notice.tsx'

/** Says that every cent agrees, or shows the first difference with both figures and what the user can do. */
export function CheckOutcome({ result }: { result: CheckResult }) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const days = useDayText()
  if (!result.ok) return <Finding finding={result.finding} />
  const { from, through, total } = result
  if (from === null || through === null) return <Notice tone="info">{t('check.nothing')}</Notice>
  return (
    <Notice tone="good">
      <p className="font-semibold">
        {t('check.agrees', { count: result.days, amount: format.money(total) })}
      </p>
      <p>{t('check.span', { from: days.date(from), through: days.date(through) })}</p>
      <p>{t('check.covers')}</p>
    </Notice>
  )
}

/** The two differing figures, formatted in the language. */
interface FindingRow {
  label: string
  /** Recomputed on this device. */
  here: string
  /** As recorded or shown by the server. */
  there: string
}

function useFindingRows(finding: CheckFinding): FindingRow[] {
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

function Finding({ finding }: { finding: CheckFinding }) {
  const { t } = useTranslation('fund')
  const days = useDayText()
  const rows = useFindingRows(finding)
  const day = 'day' in finding ? days.long(finding.day) : ''
  const waits = finding.kind === 'behind'
  return (
    <div className="flex flex-col gap-3">
      <Notice tone={waits ? 'info' : 'bad'}>
        <p className="font-semibold">{t(`check.finding.${finding.kind}`, { day })}</p>
      </Notice>
      <table className="figures w-full table-fixed text-sm max-[22rem]:text-xs">
        <thead>
          <tr className="text-xs text-ink-2 ">
            <th scope="col" className="w-[36%]">
              <span className="sr-only">{t('check.figures')}</span>
            </th>
            <th scope="col" className="py-1 ps-2 text-end font-medium">
              {t('check.here')}
            </th>
            <th scope="col" className="py-1 ps-2 text-end font-medium">
              {t('check.there')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line/60">
          {rows.map(({ label, here, there }) => (
            <tr key={label} className={here === there ? '' : 'font-semibold text-danger'}>
              <th scope="row" className="py-1.5 text-start font-normal break-words hyphens-auto">
                {label}
              </th>
              <td className="ps-2 text-end break-words">{here}</td>
              <td className="ps-2 text-end break-words">{there}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-sm text-ink-2">{t(waits ? 'check.wait' : 'check.todo')}</p>
      {!waits && (
        <Link
          to={PATHS.support}
          className="inline-flex min-h-touch items-center gap-1.5 text-sm font-semibold text-brand-strong underline"
        >
          <MessageCircle aria-hidden size={16} /> {t('check.support')}
        </Link>
      )}
    </div>
  )
}
