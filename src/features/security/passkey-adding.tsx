import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PasskeyForm } from '#features/security/passkey-form.tsx'
import { passkeysAtom } from '#features/security/passkeys.ts'
import {
  type Begun,
  type PasskeyCalls,
  usePasskeyMaking,
} from '#features/security/use-passkey-making.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

/**
 * Two steps: the server asks for the password, then the browser creates the passkey, which may need another attempt.
 */
export function PasskeyAdding({ calls, onAdded }: { calls: PasskeyCalls; onAdded: () => void }) {
  const { t } = useTranslation('security')
  const passkeys = useAtomValue(passkeysAtom)
  const [adding, setAdding] = useState(false)
  const [begun, setBegun] = useState<Begun | null>(null)
  const stop = (): void => {
    setAdding(false)
    setBegun(null)
  }
  const making = usePasskeyMaking(calls, () => {
    stop()
    onAdded()
  })
  const lack = passkeys.lack()
  if (lack !== null) return <Notice tone="info">{t(`passkey.fault.${lack}`)}</Notice>
  if (!adding) {
    return (
      <Button block onClick={() => setAdding(true)}>
        {t('passkeys.add')}
      </Button>
    )
  }
  if (begun === null) {
    return (
      <PasskeyForm
        calls={calls}
        onBegun={(next) => {
          setBegun(next)
          void making.make(next)
        }}
      />
    )
  }
  return (
    <div className="flex flex-col gap-3">
      {making.fault === undefined ? (
        <p role="status" className="text-sm text-ink-2">
          {t('passkeys.follow')}
        </p>
      ) : (
        <Notice tone="bad">{making.fault}</Notice>
      )}
      <Button block busy={making.busy} onClick={() => void making.make(begun)}>
        {t('passkeys.again')}
      </Button>
    </div>
  )
}
