import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { guestAtom, logOutAtom, userAtom } from '#api/session.ts'
import { pushWaysAtom } from '#lib/push-ways.ts'
import { showToastAtom } from '#lib/toasts.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'

/**
 * Logging out asks for a confirmation first (spec section 4). Guests are told that no one can reach the guest account
 * again.
 */
export function LogOut({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['settings', 'common', 'access'])
  const [asking, setAsking] = useState(false)
  const user = useAtomValue(userAtom)
  const guest = useAtomValue(guestAtom)
  const logOut = useSetAtom(logOutAtom)
  const toast = useSetAtom(showToastAtom)
  const push = useAtomValue(pushWaysAtom)
  const name = user.status === 'user' ? user.me.account : ''
  const confirm = (): void => {
    setAsking(false)
    onDone()
    toast({ tone: 'info', text: t('settings:logOut.done') })
    void push.forget()
    void logOut()
  }
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-4">
      {name !== '' && (
        <p className="text-sm text-ink-2">
          {guest ? t('access:me.title') : t('settings:loggedInAs', { name })}
        </p>
      )}
      <Button variant="danger" block onClick={() => setAsking(true)}>
        {t('settings:logOut.action')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t(guest ? 'access:logOut.title' : 'settings:logOut.title')}
        text={t(guest ? 'access:logOut.text' : 'settings:logOut.text')}
        confirmLabel={t('settings:logOut.action')}
        cancelLabel={t('common:cancel')}
        onConfirm={confirm}
        danger
      />
    </div>
  )
}
