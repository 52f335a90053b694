import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { registerInfoAtom } from '#api/session.ts'
import { checkRegistration } from '#contract/endpoints/registration.ts'
import { FormFrame } from '#components/form-frame.tsx'
import { useIdentityFields } from '#features/identity/identity-fields.ts'
import { REGISTER_CHECK_PLACES, registerCheckForm } from '#features/identity/register-check-form.ts'
import { useForm } from '#forms/use-form.ts'
import { TextField } from '#ui/text-field.tsx'

const EMPTY = { account: '', phone: '', openingCode: '' }

const INPUTS = {
  account: { autoComplete: 'username', autoCapitalize: 'none', maxLength: 12 },
  phone: { type: 'tel', autoComplete: 'tel', maxLength: 24 },
  openingCode: { autoComplete: 'off', autoCapitalize: 'characters', maxLength: 16 },
} as const

/** Step one registers nothing yet. Its values are stored on this device for step two. */
export function RegisterCheckView({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['identity', 'common'])
  const [info, setInfo] = useAtom(registerInfoAtom)
  const handle = useForm({
    initial: { ...EMPTY, ...info },
    schema: registerCheckForm,
    places: REGISTER_CHECK_PLACES,
    send: async (body) => {
      const answer = await call(checkRegistration, { body })
      if (answer.ok) setInfo(body)
      return answer
    },
    onAccepted: onDone,
  })
  const { field } = useIdentityFields(handle)
  return (
    <FormFrame handle={handle} submitLabel={t('common:next')}>
      {(['account', 'phone', 'openingCode'] as const).map((name) => (
        <TextField
          key={name}
          {...INPUTS[name]}
          {...field(name)}
          required
          label={t(`identity:${name}.label`)}
          hint={t(`identity:${name}.hint`)}
          placeholder={name === 'phone' ? '+86' : undefined}
          spellCheck={false}
        />
      ))}
    </FormFrame>
  )
}
