import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { FormFrame } from '#components/form-frame.tsx'
import { addPasskey, startPasskey } from '#contract/endpoints/security.ts'
import { passkeysAtom } from '#features/security/passkeys.ts'
import {
  type Begun,
  type PasskeyCalls,
  usePasskeyMaking,
} from '#features/security/use-passkey-making.ts'
import { useFields } from '#i18n/fields.ts'
import { usePasswordText } from '#i18n/password-text.ts'
import { useForm } from '#forms/use-form.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextField } from '#ui/text-field.tsx'

const passkeyForm = z.object({
  name: addPasskey.body.shape.name,
  password: startPasskey.body.shape.password,
})

/** The name of the new passkey, and the login password that is needed to create it. */
function PasskeyForm({ calls, onBegun }: { calls: PasskeyCalls; onBegun: (begun: Begun) => void }) {
  const { t } = useTranslation(['security', 'identity'])
  const words = usePasswordText()
  const handle = useForm({
    initial: { name: '', password: '' },
    schema: passkeyForm,
    places: { old_password_wrong: 'password' },
    send: async ({ name, password }) => {
      const answer = await calls.start(password)
      if (answer.ok) onBegun({ name, options: answer.value.options })
      return answer
    },
    onAccepted: () => {},
  })
  const { field } = useFields(handle, { password: words.required.login })
  return (
    <FormFrame handle={handle} submitLabel={t('security:passkeys.add')} size="md">
      <TextField
        {...field('name')}
        label={t('security:passkeys.name')}
        hint={t('security:passkeys.nameHint')}
        autoComplete="off"
        maxLength={40}
      />
      <PasswordField
        {...words.toggle}
        {...field('password')}
        autoComplete="current-password"
        label={t('identity:password.label')}
      />
    </FormFrame>
  )
}

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
