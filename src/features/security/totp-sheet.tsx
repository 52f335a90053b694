import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { removeTotp, startTotp } from '#contract/endpoints/security.ts'
import type { FactorProof } from '#contract/factors.ts'
import type { Factors } from '#contract/profile.ts'
import { PasswordAsk } from '#features/security/password-ask.tsx'
import { RecoveryCodes } from '#features/security/recovery-codes.tsx'
import { SecondFactorPrompt } from '#features/security/second-factor-prompt.tsx'
import { TotpSecret } from '#features/security/totp-secret.tsx'
import { showToastAtom } from '#notifications/toasts.ts'
import { Notice } from '#ui/notice.tsx'
import { Sheet } from '#ui/sheet.tsx'

interface Props {
  open: boolean
  onClose: () => void
  factors: Factors
}

/** The authenticator app: turned on with its first code, turned off with the password and a code. */
export function TotpSheet({ open, onClose, factors }: Props) {
  const { t } = useTranslation(['security', 'common'])
  return (
    <Sheet open={open} onClose={onClose} title={t('security:totp.title')}>
      <div className="flex flex-col gap-4 py-2">
        <TotpSteps factors={factors} onDone={onClose} />
      </div>
    </Sheet>
  )
}

interface Secret {
  secret: string
  uri: string
}

function TotpSteps({ factors, onDone }: { factors: Factors; onDone: () => void }) {
  const { t } = useTranslation('security')
  const [secret, setSecret] = useState<Secret | null>(null)
  // Takes precedence over the stream: the codes are shown once, even when the profile already says that the factor is
  // on.
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (factors.totp) return <TotpRemoval factors={factors} onDone={onDone} />
  if (secret !== null) return <TotpSecret {...secret} onCodes={setCodes} />
  const start = async (password: string) => {
    const answer = await call(startTotp, { body: { password } })
    if (answer.ok) setSecret(answer.value)
    return answer
  }
  return (
    <>
      <p className="text-sm text-ink-2">{t('totp.lead')}</p>
      <Notice tone="info">{t('factors.required')}</Notice>
      <PasswordAsk submitLabel={t('totp.start')} send={start} onAccepted={() => {}} />
    </>
  )
}

function TotpRemoval({ factors, onDone }: { factors: Factors; onDone: () => void }) {
  const { t } = useTranslation('security')
  const toast = useSetAtom(showToastAtom)
  const [proof, setProof] = useState<FactorProof | null>(null)
  const remove = async (password: string) => {
    if (proof === null) throw new Error('the form is incomplete')
    return call(removeTotp, { body: { password, proof } })
  }
  const accepted = (): void => {
    toast({ tone: 'good', text: t('totp.removed') })
    onDone()
  }
  return (
    <>
      <Notice tone="good">
        <p className="font-semibold">{t('totp.on')}</p>
        <p>{t('totp.codesLeft', { count: factors.recoveryCodesLeft })}</p>
      </Notice>
      <h3 className="font-semibold">{t('totp.remove')}</h3>
      <p className="-mt-3 text-sm text-ink-2">{t('totp.removeHint')}</p>
      <PasswordAsk
        submitLabel={t('totp.remove')}
        variant="danger"
        send={remove}
        onAccepted={accepted}
        incomplete={proof === null}
      >
        <SecondFactorPrompt factors={factors} proof={proof} onProof={setProof} />
      </PasswordAsk>
    </>
  )
}
