import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isUntouched } from '#features/fund/fund-figures.ts'
import { fundTermsAtom } from '#features/fund/terms.ts'
import { useAmounts } from '#i18n/amounts.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useServerNow } from '#data/use-server-now.ts'
import { fundDates } from '#rules/fund-calendar.ts'
import { topicAtom } from '#streams'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The first steps for users who have nothing in the fund yet. `practice` is the way to get practice money. */
export function FirstSteps({ practice }: { practice: ReactNode }) {
  const fund = useAtomValue(topicAtom('fund'))
  return 'value' in fund && isUntouched(fund.value) ? <Steps practice={practice} /> : null
}

function Steps({ practice }: { practice: ReactNode }) {
  const { t } = useTranslation('fund')
  const { amount } = useAmounts()
  const format = useFormat()
  const days = useDayText()
  const balance = useAtomValue(topicAtom('balance'))
  const terms = useAtomValue(fundTermsAtom)
  const { settlesAt } = fundDates(useServerNow())
  const available = 'value' in balance ? balance.value.available : null
  const has = available !== null && available > 0n
  return (
    <Section title={t('tab.first.title')}>
      <ol className="divide-y divide-line/60">
        <Step n={1} done={has} title={t('tab.first.money')}>
          {available === null ? (
            <Skeleton className="h-5 w-28" />
          ) : has ? (
            t('tab.first.available', { amount: amount(available) })
          ) : (
            <span className="flex flex-col items-start gap-2">
              {t('tab.first.moneyHint')}
              {practice}
            </span>
          )}
        </Step>
        <Step n={2} title={t('tab.first.transfer')}>
          {terms.status === 'ready' &&
            t('tab.first.transferHint', { minimum: format.money(terms.value.minimum) })}
        </Step>
        <Step n={3} title={t('tab.first.earn')}>
          {t('tab.first.earnHint', { time: days.moment(settlesAt) })}
        </Step>
      </ol>
    </Section>
  )
}

interface StepProps {
  n: number
  done?: boolean
  title: string
  children: ReactNode
}

function Step({ n, done = false, title, children }: StepProps) {
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <span
        aria-hidden
        className={`figures flex size-6 shrink-0 items-center justify-center rounded-full text-xs font-bold ${
          done ? 'bg-brand text-on-brand' : 'bg-brand-soft text-brand-strong'
        }`}
      >
        {done ? '✓' : n}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        <div className="figures min-h-5 text-sm text-ink-2">{children}</div>
      </div>
    </li>
  )
}
