import { Wallet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { SavedAccount } from '#features/payout-account/saved-account.tsx'
import { PATHS } from '#lib/paths.ts'
import { buttonLook } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { OwnAccount } from './own-account.tsx'
import { SupportLink } from './support-link.tsx'

/** The withdrawal account, masked, or a link to set it. */
export function AccountPage() {
  return (
    <OwnAccount>
      {(account) =>
        account === null ? (
          <NoAccount />
        ) : (
          <SavedAccount account={account} whole={false} support={<SupportLink />}>
            <DetailLink />
          </SavedAccount>
        )
      }
    </OwnAccount>
  )
}

function NoAccount() {
  const { t } = useTranslation('cashier')
  return (
    <EmptyState
      icon={Wallet}
      title={t('account.none')}
      hint={t('account.noneHint')}
      action={
        <Link to={PATHS.accountDetail} className={buttonLook({})}>
          {t('account.set')}
        </Link>
      }
    />
  )
}

function DetailLink() {
  const { t } = useTranslation('cashier')
  return (
    <Link to={PATHS.accountDetail} className={buttonLook({ variant: 'secondary', block: true })}>
      {t('account.view')}
    </Link>
  )
}
