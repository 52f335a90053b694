import { Failed } from '#components/failed.tsx'
import { useAtomValue } from 'jotai'
import { Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { memberAtom } from '#api/session.ts'
import type { PayoutAccount } from '#contract/payout.ts'
import { Visitor } from '#features/session/visitor.tsx'
import { topicAtom } from '#streams'
import { Skeleton } from '#ui/skeleton.tsx'

interface Props {
  /** Null when none is set. */
  children: (account: PayoutAccount | null) => ReactNode
}

/** The withdrawal account of the logged-in user, live, with placeholders until it is known. */
export function OwnAccount(props: Props) {
  const { t } = useTranslation('cashier')
  const member = useAtomValue(memberAtom)
  if (!member)
    return <Visitor icon={Wallet} title={t('account.loggedOut')} hint={t('account.noneHint')} />
  return (
    <div className="flex flex-col gap-4 p-4">
      <Known {...props} />
    </div>
  )
}

function Known({ children }: Props) {
  const { t } = useTranslation('cashier')
  const profile = useAtomValue(topicAtom('profile'))
  if (profile.status === 'failed') return <Failed title={t('account.failed')} />
  if (profile.status === 'connecting') return <Skeleton className="h-64" />
  return children(profile.value.payoutAccount)
}
