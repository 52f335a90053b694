import { Failed } from '#components/failed.tsx'
import { useAtomValue } from 'jotai'
import { ArrowUpFromLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { memberAtom } from '#api/session.ts'
import { AccountFrozen } from '#components/frozen.tsx'
import type { Profile } from '#contract/profile.ts'
import { gateOf } from '#features/cashier/withdraw/withdraw-gate.ts'
import { WithdrawGateView } from '#features/cashier/withdraw/withdraw-gate-view.tsx'
import { Visitor } from '#features/session/visitor.tsx'
import { useSeconds } from '#lib/use-seconds.ts'
import { streamsAtom, topicAtom } from '#streams'
import { Skeleton } from '#ui/skeleton.tsx'
import { OpenWithdrawal } from './open-withdrawal.tsx'

/** Withdrawing: first the requirements that are still missing, then the form. */
export function WithdrawPage() {
  const { t } = useTranslation('cashier')
  const member = useAtomValue(memberAtom)
  if (member)
    return (
      <div className="flex flex-col gap-4 p-4">
        <AccountFrozen />
        <OwnWithdrawal />
      </div>
    )
  return (
    <Visitor
      icon={ArrowUpFromLine}
      title={t('withdraw.loggedOut')}
      hint={t('withdraw.gate.noneHint')}
    />
  )
}

function OwnWithdrawal() {
  const { t } = useTranslation('cashier')
  const profile = useAtomValue(topicAtom('profile'))
  if (profile.status === 'failed') return <Failed title={t('account.failed')} />
  if (profile.status === 'connecting') return <Skeleton className="h-96" />
  return <Gated profile={profile.value} />
}

function Gated({ profile }: { profile: Profile }) {
  const streams = useAtomValue(streamsAtom)
  useSeconds()
  const gate = gateOf(profile, streams?.serverNow() ?? 0)
  if (gate !== null) return <WithdrawGateView gate={gate} />
  const { payoutAccount, factors } = profile
  return payoutAccount && <OpenWithdrawal account={payoutAccount} factors={factors} />
}
