import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { guestAtom } from '#api/session.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'

interface Props {
  open: boolean
  onClose: () => void
  onConfirm: () => void
}

/**
 * Logging out asks for a confirmation first (spec section 4). Guests learn that no one can reach the guest account
 * again.
 */
export function LogOutQuestion(props: Props) {
  const { t } = useTranslation(['settings', 'common', 'access'])
  const guest = useAtomValue(guestAtom)
  return (
    <ConfirmDialog
      {...props}
      title={t(guest ? 'access:logOut.title' : 'settings:logOut.title')}
      text={t(guest ? 'access:logOut.text' : 'settings:logOut.text')}
      confirmLabel={t('settings:logOut.action')}
      danger
    />
  )
}
