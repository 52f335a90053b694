import { CalendarCheck, HandCoins, type LucideIcon, PieChart, PiggyBank } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

const POINTS: readonly { key: 'share' | 'income' | 'withdraw'; icon: LucideIcon }[] = [
  { key: 'share', icon: PieChart },
  { key: 'income', icon: CalendarCheck },
  { key: 'withdraw', icon: HandCoins },
]

/** Explains the fund to visitors. `logIn` contains the buttons to log in or register. */
export function FundVisitor({ logIn }: { logIn: ReactNode }) {
  const { t } = useTranslation('fund')
  return (
    <section className="flex flex-col gap-4 pt-2">
      <div className="flex flex-col items-center gap-2 text-center">
        <PiggyBank aria-hidden size={36} strokeWidth={1.5} className="text-brand" />
        <h2 className="text-lg font-bold text-balance">{t('tab.visitor.title')}</h2>
        <p className="max-w-80 text-sm text-ink-2">{t('tab.visitor.lead')}</p>
      </div>
      <ul className="flex flex-col gap-3 px-1">
        {POINTS.map(({ key, icon: Icon }) => (
          <li key={key} className="flex items-start gap-3 text-sm">
            <Icon aria-hidden size={20} className="mt-px shrink-0 text-brand" />
            {t(`tab.visitor.points.${key}`)}
          </li>
        ))}
      </ul>
      {logIn}
    </section>
  )
}
