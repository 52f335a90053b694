import { Failed } from '#components/failed.tsx'
import { useAtom, useAtomValue } from 'jotai'
import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { appInfoAtom } from '#api/session.ts'
import type { FundTerms } from '#contract/fund.ts'
import { useRuleSections } from '#features/fund/rules/rule-sections.ts'
import { fundTermsAtom } from '#features/fund/terms.ts'
import { PATHS } from '#lib/paths.ts'
import { useServerNow } from '#data/use-server-now.ts'
import { dayOf } from '#rules/business-day.ts'
import { rateOf } from '#rules/fund-income.ts'
import { topicAtom } from '#streams'
import { Article } from '#ui/article.tsx'
import { buttonLook } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The article on the fund's rules. */
export function RulesArticle() {
  const [terms, reload] = useAtom(fundTermsAtom)
  // Zero while the server's clock is not known. The calendar needs it.
  const nowMs = useServerNow()
  if (terms.status === 'failed') {
    return <Failed error={terms.error} onRetry={() => void reload()} />
  }
  if (terms.status === 'loading' || nowMs === 0) return <RulesSkeleton />
  return <Rules terms={terms.value} nowMs={nowMs} />
}

function Rules({ terms, nowMs }: { terms: FundTerms; nowMs: number }) {
  const { t } = useTranslation('fund')
  const practice = useAtomValue(appInfoAtom)?.practice !== false
  const rates = useAtomValue(topicAtom('rates'))
  const dailyRate = 'value' in rates ? rateOf(rates.value, dayOf(nowMs)) : null
  const sections = useRuleSections({ terms, nowMs, dailyRate, practice })
  return (
    <div className="flex flex-col gap-6 px-4 pt-3">
      <Article sections={sections} contents={t('rules.contents')} />
      <Link to={`${PATHS.fundDetails}?check=1`} className={buttonLook({ size: 'lg', block: true })}>
        <ShieldCheck aria-hidden size={20} /> {t('rules.checkNow')}
      </Link>
    </div>
  )
}

function RulesSkeleton() {
  return (
    <div aria-hidden className="flex flex-col gap-4 px-4 pt-3">
      <Skeleton className="h-64" />
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-28" />
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-28" />
    </div>
  )
}
