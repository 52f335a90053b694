import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { askFactorAtLogIn } from '#contract/endpoints/security.ts'
import type { Factors } from '#contract/profile.ts'
import { useOwnFactor } from '#features/security/own-factor.tsx'
import { PasswordAsk } from '#features/security/password-ask.tsx'
import { showToastAtom } from '#notifications/toasts.ts'
import { Sheet } from '#ui/sheet.tsx'

interface Props {
  open: boolean
  onClose: () => void
  factors: Factors
}

/** Whether the log-in requires the second factor. Changing this needs the password and the factor. */
export function AtLogInSheet({ open, onClose, factors }: Props) {
  const { t } = useTranslation(['security', 'common'])
  return (
    <Sheet open={open} onClose={onClose} title={t('security:atLogIn.title')}>
      <div className="flex flex-col gap-4 py-2">
        <p className="text-sm text-ink-2">{t('security:atLogIn.lead')}</p>
        <Change on={!factors.atLogIn} onDone={onClose} />
      </div>
    </Sheet>
  )
}

/** `on` is the new value. */
function Change({ on, onDone }: { on: boolean; onDone: () => void }) {
  const { t } = useTranslation('security')
  const toast = useSetAtom(showToastAtom)
  const { proof, missing, clear, prompt } = useOwnFactor('log_in_factor')
  const send = async (password: string) => {
    const answer = await call(askFactorAtLogIn, { body: { on, password, proof } })
    if (!answer.ok) clear()
    return answer
  }
  const accepted = (): void => {
    toast({ tone: 'good', text: t(on ? 'atLogIn.isOn' : 'atLogIn.isOff') })
    onDone()
  }
  return (
    <PasswordAsk
      submitLabel={t(on ? 'atLogIn.turnOn' : 'atLogIn.turnOff')}
      variant={on ? 'primary' : 'danger'}
      send={send}
      onAccepted={accepted}
      incomplete={missing}
    >
      {prompt}
    </PasswordAsk>
  )
}
