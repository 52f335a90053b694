import { useAtomValue } from 'jotai'
import { Sprout } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FundState } from '#contract/fund.ts'
import { creditedToday, expectedToday, isUntouched } from '#features/fund/fund-figures.ts'
import { RateCard } from '#features/fund/rates/rate-card.tsx'
import { useRateText } from '#features/fund/rates/rate-text.ts'
import { useAmounts } from '#i18n/amounts.ts'
import { useDayText } from '#i18n/day-text.ts'
import { AsOf } from '#components/as-of.tsx'
import { useServerNow } from '#data/use-server-now.ts'
import { dayOf } from '#rules/business-day.ts'
import { rateOf } from '#rules/fund-income.ts'
import { type Live, topicAtom } from '#streams'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface Props {
  /** Shows and hides all amounts. */
  eye: ReactNode
  actions: ReactNode
}

/**
 * The amount in the fund, the rate with the expected income of today, and the income so far, live. While nothing was
 * ever in it, the rate takes the place of all these zeros.
 */
export function FundHead({ eye, actions }: Props) {
  const fund = useAtomValue(topicAtom('fund'))
  if ('value' in fund && isUntouched(fund.value)) {
    return (
      <div data-fund={fund.status}>
        <RateCard actions={actions} />
        <AsOf live={fund} />
      </div>
    )
  }
  return <OwnHead fund={fund} eye={eye} actions={actions} />
}

function OwnHead({ fund, eye, actions }: Props & { fund: Live<FundState> }) {
  const { t } = useTranslation('fund')
  const { amount } = useAmounts()
  const value = 'value' in fund ? fund.value : null
  return (
    <Card aria-label={t('tab.total')} className="flex flex-col gap-4">
      <div data-fund={fund.status}>
        <p className="flex items-center text-sm text-ink-2">
          {t('tab.total')}
          {eye}
        </p>
        {value === null ? (
          <Skeleton className="h-10 w-52 max-w-full" />
        ) : (
          <p className="figures text-4xl leading-10 font-bold break-words">
            <output aria-label={t('tab.total')}>{amount(value.total)}</output>
          </p>
        )}
        <AsOf live={fund} />
        {fund.status === 'failed' && <Notice tone="bad">{t('tab.failed')}</Notice>}
        {value === null ? <FiguresSkeleton /> : <Figures fund={value} />}
      </div>
      {actions}
    </Card>
  )
}

const GRID = 'mt-4 grid grid-cols-2 gap-x-4'

function Figures({ fund }: { fund: FundState }) {
  const { t } = useTranslation('fund')
  const { amount, signedAmount } = useAmounts()
  const days = useDayText()
  const now = useServerNow()
  const credited = creditedToday(fund, now)
  return (
    <>
      <ExpectedLine fund={fund} now={now} />
      <dl className={GRID}>
        <Figure label={t('tab.confirmed')}>{amount(fund.confirmed)}</Figure>
        <Figure label={t('tab.pending')}>{amount(fund.pending)}</Figure>
        <Figure
          label={t('tab.incomeToday')}
          hint={t('tab.incomeFor', { day: days.short(credited.day) })}
        >
          {signedAmount(credited.amount)}
        </Figure>
        <Figure label={t('tab.incomeTotal')}>{amount(fund.income.total)}</Figure>
      </dl>
    </>
  )
}

interface FigureProps {
  label: string
  hint?: string
  children: string
}

function Figure({ label, hint, children }: FigureProps) {
  return (
    // Labels and values of a row are aligned, however many lines a language needs.
    <div className="row-span-2 grid min-w-0 grid-rows-subgrid pb-3">
      <dt className="text-xs text-ink-2">{label}</dt>
      <dd className="figures font-semibold break-words">
        {children}
        {hint !== undefined && <span className="block text-xs font-normal text-ink-3">{hint}</span>}
      </dd>
    </div>
  )
}

const LINE =
  'mt-3 flex min-h-14 items-center gap-2 rounded-control px-3 py-2 text-sm max-[22rem]:text-xs'

function ExpectedLine({ fund, now }: { fund: FundState; now: number }) {
  const { t } = useTranslation('fund')
  const { amount } = useAmounts()
  const days = useDayText()
  const rateText = useRateText()
  const rates = useAtomValue(topicAtom('rates'))
  if (!('value' in rates)) return <Skeleton className="mt-3 h-14 rounded-control" />
  const expected = expectedToday(fund, rates.value, now)
  const dailyRate = rateOf(rates.value, dayOf(now))
  const text =
    expected.kind === 'amount'
      ? t('tab.expected', {
          amount: amount(expected.amount),
          time: days.moment(expected.creditedAt),
        })
      : t(expected.kind === 'nothing' ? 'tab.expectedNone' : 'tab.expectedUnknown')
  return (
    <p className={`${LINE} bg-brand-soft text-brand-strong`}>
      <Sprout aria-hidden size={18} className="shrink-0" />
      <span className="figures min-w-0">
        {dailyRate !== null && (
          <strong className="block text-base">
            {t('tab.yearly', { rate: rateText.annual(dailyRate) })}
          </strong>
        )}
        <span>{text}</span>
      </span>
    </p>
  )
}

function FiguresSkeleton() {
  return (
    <>
      <Skeleton className="mt-3 h-14 rounded-control" />
      <div className={GRID}>
        {['a', 'b'].map((key) => (
          <Skeleton key={key} className="mb-3 h-10 w-28 max-w-full" />
        ))}
        {['c', 'd'].map((key) => (
          <Skeleton key={key} className="mb-3 h-14 w-28 max-w-full" />
        ))}
      </div>
    </>
  )
}
