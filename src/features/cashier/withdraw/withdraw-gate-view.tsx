import { Hourglass, IdCard, type LucideIcon, ShieldAlert, Wallet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { WithdrawGate } from '#features/cashier/withdraw/withdraw-gate.ts'
import { useFormat } from '#i18n/use-format.ts'
import { PATHS } from '#lib/paths.ts'
import { buttonLook } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

const STEPS: Record<WithdrawGate['kind'], { icon: LucideIcon; to: string }> = {
  none: { icon: IdCard, to: PATHS.verify },
  verifying: { icon: Hourglass, to: PATHS.verify },
  rejected: { icon: ShieldAlert, to: PATHS.verify },
  account: { icon: Wallet, to: PATHS.accountDetail },
  hold: { icon: ShieldAlert, to: PATHS.account },
}

/** What the user has to do before a withdrawal, with a link. */
export function WithdrawGateView({ gate }: { gate: WithdrawGate }) {
  const { t } = useTranslation('cashier')
  const format = useFormat()
  const { icon, to } = STEPS[gate.kind]
  const title =
    gate.kind === 'hold'
      ? t('withdraw.gate.hold', { time: format.dateClock(gate.until) })
      : t(`withdraw.gate.${gate.kind}`)
  return (
    <EmptyState
      icon={icon}
      title={title}
      hint={t(`withdraw.gate.${gate.kind}Hint`)}
      action={
        <Link to={to} className={buttonLook({})}>
          {t(`withdraw.gate.${gate.kind}Action`)}
        </Link>
      }
    />
  )
}
