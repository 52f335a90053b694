import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { RateList } from '#features/fund/rates/rate-list.tsx'
import { RulesArticle } from '#features/fund/rules/rules-article.tsx'
import { Tabs } from '#ui/tabs.tsx'

const TABS = ['rules', 'rates'] as const

/** How the fund works, and every rate that was ever published for it. */
export function FundRulesPage() {
  const { t } = useTranslation('fund')
  const [query, setQuery] = useSearchParams()
  const tab = TABS.find((one) => one === query.get('tab')) ?? 'rules'
  return (
    <Tabs
      label={t('rules.tabs.label')}
      tabs={TABS.map((id) => ({ id, label: t(`rules.tabs.${id}`) }))}
      selected={tab}
      onSelect={(next) => setQuery({ tab: next }, { replace: true })}
      listClassName="sticky top-[calc(var(--spacing-header)+env(safe-area-inset-top))] z-10 bg-page/95 px-2"
    >
      {tab === 'rules' ? <RulesArticle /> : <RateList />}
    </Tabs>
  )
}
