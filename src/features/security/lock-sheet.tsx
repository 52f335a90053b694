import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { logOutAtom } from '#api/session.ts'
import { Refusal } from '#components/refusal.tsx'
import { lockAccount } from '#contract/endpoints/closing.ts'
import { refusalOf } from '#forms/form.ts'
import { useSubmission } from '#forms/use-submission.ts'
import { webPushAtom } from '#notifications/push-subscription.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { topicAtom } from '#streams'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { WithHelp } from '#ui/help.tsx'
import { Sheet } from '#ui/sheet.tsx'

interface Props {
  open: boolean
  reason: 'owner' | 'login'
  onClose: () => void
  onLocked: () => void
}

/** Locks the account with one tap, after saying how the owner gets back in. */
export function LockSheet({ open, reason, onClose, onLocked }: Props) {
  const { t } = useTranslation('security')
  return (
    <Sheet open={open} onClose={onClose} title={t('lock.title')}>
      <Lock reason={reason} onLocked={onLocked} />
    </Sheet>
  )
}

function Lock({ reason, onLocked }: Pick<Props, 'reason' | 'onLocked'>) {
  const { t } = useTranslation('security')
  const profile = useAtomValue(topicAtom('profile'))
  const logOut = useSetAtom(logOutAtom)
  const toast = useSetAtom(showToastAtom)
  const push = useAtomValue(webPushAtom)
  const [understood, setUnderstood] = useState(false)
  const { submission, busy, run } = useSubmission()
  // While it is not known, as of users who are not.
  const verified = 'value' in profile && profile.value.verification.status === 'verified'
  const locked = async (): Promise<void> => {
    onLocked()
    void push.forget()
    // It takes all notices away.
    await logOut()
    toast({ tone: 'good', text: t('lock.done') })
  }
  const lock = () =>
    run(
      () => call(lockAccount, { body: { reason, noWayBack: understood } }),
      () => void locked(),
    )
  return (
    <div className="flex flex-col gap-4 py-2">
      <WithHelp help={<p>{t('lock.help')}</p>}>
        <p>{t(verified ? 'lock.lead' : 'lock.unverified')}</p>
      </WithHelp>
      {!verified && (
        <Checkbox name="noWayBack" checked={understood} onChecked={setUnderstood}>
          {t('lock.understood')}
        </Checkbox>
      )}
      <Refusal error={refusalOf(submission)} />
      <Button
        variant="danger"
        block
        busy={busy}
        disabled={!verified && !understood}
        onClick={() => void lock()}
      >
        {t('lock.confirm')}
      </Button>
    </div>
  )
}
