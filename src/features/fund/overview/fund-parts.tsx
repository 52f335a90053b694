import {
  ArrowRightLeft,
  CalendarCheck,
  ChartNoAxesCombined,
  HandCoins,
  type LucideIcon,
  PieChart,
  PiggyBank,
  Scale,
  ScrollText,
  ShieldCheck,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useOwnPause } from '#components/own-pause.ts'
import { PauseReason } from '#components/pause-reason.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { PATHS } from '#lib/paths.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'

interface Props {
  onDeposit: () => void
  onWithdraw: () => void
}

/** The three actions of the page, with the main action first. */
export function FundActions({ onDeposit, onWithdraw }: Props) {
  const { t } = useTranslation('fund')
  const { until } = useOwnPause()
  return (
    <div className="flex flex-wrap gap-2">
      <Link to={PATHS.fundDeposit} className={buttonLook({ size: 'lg', block: true })}>
        <ArrowRightLeft aria-hidden size={20} />
        {t('tab.transferIn')}
      </Link>
      <Button variant="secondary" className="flex-1 basis-24" onClick={onWithdraw}>
        {t('tab.withdraw')}
      </Button>
      <Button
        variant="secondary"
        className="flex-1 basis-24"
        disabled={until !== null}
        onClick={onDeposit}
      >
        {t('tab.deposit')}
      </Button>
      <PauseReason className="basis-full" />
    </div>
  )
}

const POINTS: readonly { key: 'share' | 'income' | 'withdraw'; icon: LucideIcon }[] = [
  { key: 'share', icon: PieChart },
  { key: 'income', icon: CalendarCheck },
  { key: 'withdraw', icon: HandCoins },
]

/** Explains the fund to visitors. `logIn` contains the buttons to log in or register. */
export function FundVisitor({ logIn }: { logIn: ReactNode }) {
  const { t } = useTranslation('fund')
  const format = useFormat()
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
            <span>{t(`tab.visitor.points.${key}`, { unit: format.money(100n) })}</span>
          </li>
        ))}
      </ul>
      {logIn}
    </section>
  )
}

const OWN = [
  { key: 'tab.details', to: PATHS.fundDetails, icon: ChartNoAxesCombined },
  { key: 'check.title', to: `${PATHS.fundDetails}?check=1`, icon: ShieldCheck },
  { key: 'tab.rules', to: PATHS.fundRules, icon: Scale },
  { key: 'tab.records', to: PATHS.fundRecords, icon: ScrollText },
] as const

/** The links from the fund's page to its other pages. Visitors only see the rules. */
export function FundWays({ visitor = false }: { visitor?: boolean }) {
  const { t } = useTranslation('fund')
  const ways = visitor ? OWN.filter(({ key }) => key === 'tab.rules') : OWN
  return (
    <ul className="divide-y divide-line/60 overflow-hidden rounded-card border border-line/60 bg-surface shadow-card">
      {ways.map(({ key, to, icon }) => (
        <li key={key}>
          <Link to={to} className={navRowLook}>
            <NavRow icon={icon} label={t(key)} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
