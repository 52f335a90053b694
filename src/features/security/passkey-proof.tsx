import { useAtomValue } from 'jotai'
import { CircleCheck, Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#api/api-error.ts'
import type { FactorProof } from '#contract/factors.ts'
import { passkeysAtom } from '#features/security/passkeys.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

interface Props {
  proof: FactorProof | null
  onProof: (proof: FactorProof | null) => void
  challenge: () => Promise<Answer<{ options: Record<string, unknown> }>>
  error?: string | undefined
}

/** The browser asks for the passkey. Its answer is valid only for this challenge. */
export function PasskeyProof({ proof, onProof, challenge, error }: Props) {
  const { t } = useTranslation('security')
  const { busy, fault, ask } = useAsk(challenge, onProof)
  const lack = useAtomValue(passkeysAtom).lack()
  if (proof !== null) {
    return (
      <p role="status" className="flex min-h-touch items-center gap-2 text-sm text-brand-strong">
        <CircleCheck aria-hidden size={18} />
        {t('prompt.passkey.done')}
      </p>
    )
  }
  if (lack !== null) return <Notice tone="info">{t(`passkey.fault.${lack}`)}</Notice>
  const wrong = fault ?? error
  return (
    <div className="flex flex-col gap-1.5">
      <Button variant="secondary" block busy={busy} onClick={() => void ask()}>
        {!busy && <Fingerprint aria-hidden size={18} />}
        <span>{t('prompt.passkey.use')}</span>
      </Button>
      {wrong === undefined ? (
        <p className="text-xs text-ink-3">{t('prompt.passkey.hint')}</p>
      ) : (
        <p role="alert" className="text-xs text-danger">
          {wrong}
        </p>
      )}
    </div>
  )
}

function useAsk(challenge: Props['challenge'], onProof: Props['onProof']) {
  const { t } = useTranslation('security')
  const { errorText } = useErrorText()
  const passkeys = useAtomValue(passkeysAtom)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const ask = async (): Promise<void> => {
    setBusy(true)
    setFault(undefined)
    const asked = await challenge()
    const proved = asked.ok ? await passkeys.prove(asked.value.options) : null
    setBusy(false)
    if (!asked.ok) setFault(errorText(asked.error))
    else if (proved?.ok === true) onProof({ kind: 'passkey', answer: proved.answer })
    else if (proved !== null) setFault(t(`passkey.fault.${proved.fault}`))
  }
  return { busy, fault, ask }
}
