import { useAtomValue, useSetAtom } from 'jotai'
import { IdCard, KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { call } from '#api/call.ts'
import { logOutAtom } from '#api/session.ts'
import { Refusal } from '#components/refusal.tsx'
import { lockAccount } from '#contract/endpoints/closing.ts'
import { endOtherSessions } from '#contract/endpoints/security.ts'
import { refusalOf } from '#forms/form.ts'
import { useSubmission } from '#forms/use-submission.ts'
import { PATHS } from '#lib/paths.ts'
import { webPushAtom } from '#notifications/push-subscription.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { topicAtom } from '#streams'
import { Button } from '#ui/button.tsx'
import { WithHelp } from '#ui/help.tsx'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'
import { Sheet } from '#ui/sheet.tsx'

interface Props {
  open: boolean
  reason: 'owner' | 'login'
  onClose: () => void
  onLocked: () => void
}

/**
 * Locks the account with one tap, after saying how the owner gets back in. Owners whom no recovery could bring back are
 * offered what keeps others out without a lock.
 */
export function LockSheet({ open, reason, onClose, onLocked }: Props) {
  const { t } = useTranslation('security')
  const profile = useAtomValue(topicAtom('profile'))
  // While it is not known, the server decides.
  const isVerified = !('value' in profile) || profile.value.verification.status === 'verified'
  return (
    <Sheet open={open} onClose={onClose} title={t('lock.title')}>
      {isVerified ? <Lock reason={reason} onLocked={onLocked} /> : <KeepOut />}
    </Sheet>
  )
}

function Lock({ reason, onLocked }: Pick<Props, 'reason' | 'onLocked'>) {
  const { t } = useTranslation('security')
  const logOut = useSetAtom(logOutAtom)
  const toast = useSetAtom(showToastAtom)
  const push = useAtomValue(webPushAtom)
  const { submission, busy, run } = useSubmission()
  const locked = async (): Promise<void> => {
    onLocked()
    void push.forget()
    // It takes all notices away.
    await logOut()
    toast({ tone: 'good', text: t('lock.done') })
  }
  const lock = () =>
    run(
      () => call(lockAccount, { body: { reason } }),
      () => void locked(),
    )
  return (
    <div className="flex flex-col gap-4 py-2">
      <WithHelp help={<p>{t('lock.help')}</p>}>
        <p>{t('lock.lead')}</p>
      </WithHelp>
      <Refusal error={refusalOf(submission)} />
      <Button variant="danger" block busy={busy} onClick={() => void lock()}>
        {t('lock.confirm')}
      </Button>
    </div>
  )
}

/** Logs out all other devices, and leads to the pages that help then. */
function KeepOut() {
  const { t } = useTranslation(['security', 'tabs'])
  const toast = useSetAtom(showToastAtom)
  const { submission, busy, run } = useSubmission()
  const end = () =>
    run(
      () => call(endOtherSessions, {}),
      () => toast({ tone: 'good', text: t('devices.othersEnded') }),
    )
  return (
    <div className="flex flex-col gap-4 py-2">
      <p>{t('lock.unverified')}</p>
      <Refusal error={refusalOf(submission)} />
      <Button variant="danger" block busy={busy} onClick={() => void end()}>
        {t('lock.others')}
      </Button>
      <div>
        <Link to={PATHS.password} className={navRowLook}>
          <NavRow icon={KeyRound} label={t('tabs:pages.password')} />
        </Link>
        <Link to={PATHS.verify} className={navRowLook}>
          <NavRow icon={IdCard} label={t('tabs:pages.verify')} />
        </Link>
      </div>
    </div>
  )
}
