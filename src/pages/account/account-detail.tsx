import { useNavigate } from 'react-router-dom'
import { PayoutView } from '#features/payout-account/payout-view.tsx'
import { SavedAccount } from '#features/payout-account/saved-account.tsx'
import { PATHS } from '#lib/paths.ts'
import { OwnAccount } from './own-account.tsx'
import { SupportLink } from './support-link.tsx'

/** The withdrawal account in detail: set once, read-only afterwards. */
export function AccountDetailPage() {
  const navigate = useNavigate()
  return (
    <OwnAccount>
      {(account) =>
        account === null ? (
          <PayoutView onSaved={() => void navigate(PATHS.account, { replace: true })} />
        ) : (
          <SavedAccount account={account} whole support={<SupportLink />} />
        )
      }
    </OwnAccount>
  )
}
