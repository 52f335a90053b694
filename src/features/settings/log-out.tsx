import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { guestAtom, logOutAtom, userAtom } from '#api/session.ts'
import { LogOutQuestion } from '#components/log-out-question.tsx'
import { webPushAtom } from '#notifications/push-subscription.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { Button } from '#ui/button.tsx'

/** Who is logged in, and the button that logs out. */
export function LogOut({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['settings', 'common', 'access'])
  const [asking, setAsking] = useState(false)
  const user = useAtomValue(userAtom)
  const guest = useAtomValue(guestAtom)
  const logOut = useSetAtom(logOutAtom)
  const toast = useSetAtom(showToastAtom)
  const push = useAtomValue(webPushAtom)
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
      <LogOutQuestion open={asking} onClose={() => setAsking(false)} onConfirm={confirm} />
    </div>
  )
}
