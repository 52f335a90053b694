import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FundRate } from '#contract/fund.ts'
import { usePublishedText } from '#desk/rate-text.ts'
import { useRateText } from '#features/fund/rates/rate-text.ts'
import { useToday } from '#features/fund/use-today.ts'
import { topicAtom } from '#streams'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const SHOWN_FIRST = 10

/** The rates that all users see, newest first and live. */
export function PublishedRates() {
  const { t } = useTranslation('desk')
  const rates = useAtomValue(topicAtom('rates'))
  return (
    <section aria-labelledby="published-rates" className="flex flex-col gap-2">
      <h2 id="published-rates" className="font-semibold">
        {t('rate.published')}
      </h2>
      {rates.status === 'connecting' && <Skeleton className="h-40" />}
      {rates.status === 'failed' && <Notice tone="bad">{t('failed')}</Notice>}
      {'value' in rates && <List rates={rates.value} />}
    </section>
  )
}

function List({ rates }: { rates: readonly FundRate[] }) {
  const { t } = useTranslation('desk')
  const [shown, show] = useState(SHOWN_FIRST)
  const today = useToday()
  if (rates.length === 0) return <p className="text-sm text-ink-2">{t('none')}</p>
  const current = rates.find(({ from }) => from <= today)
  return (
    <>
      <ul className="divide-y divide-line/60">
        {rates.slice(0, shown).map((rate, i) => (
          <RateLine
            key={rate.from}
            rate={rate}
            next={rates[i - 1]?.from ?? null}
            current={rate === current}
          />
        ))}
      </ul>
      {rates.length > shown && (
        <Button variant="secondary" onClick={() => show(rates.length)}>
          {t('more')}
        </Button>
      )}
    </>
  )
}

interface LineProps {
  rate: FundRate
  next: string | null
  current: boolean
}

function RateLine({ rate, next, current }: LineProps) {
  const { t } = useTranslation('desk')
  const words = usePublishedText()
  const { annual } = useRateText()
  return (
    <li className="figures flex flex-col gap-0.5 py-2 text-sm">
      <span className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="inline-flex items-center gap-2 font-semibold">
          <span>{words.held(rate, next)}</span>
          {current && <Badge tone="good">{t('rate.today')}</Badge>}
        </span>
        <span>{t('rate.annual', { percent: annual(rate.dailyRate) })}</span>
      </span>
      <span className="text-xs break-words text-ink-2">{words.by(rate)}</span>
    </li>
  )
}
