import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { registerInfoAtom } from '#api/session.ts'
import { checkRegistration } from '#contract/endpoints/registration.ts'
import { useIdentityTexts } from '#features/identity/identity-texts.ts'
import { REGISTER_CHECK_PLACES, registerCheckForm } from '#features/identity/register-check-form.ts'
import { useForm } from '#lib/use-form.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
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
  const { form, summary, change, leave, submit } = useForm({
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
  const { textOf, errorText } = useIdentityTexts(summary)
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {(['account', 'phone', 'openingCode'] as const).map((field) => (
        <TextField
          key={field}
          {...INPUTS[field]}
          name={field}
          required
          label={t(`identity:${field}.label`)}
          hint={t(`identity:${field}.hint`)}
          placeholder={field === 'phone' ? '+86' : undefined}
          spellCheck={false}
          value={form.fields[field]}
          onValue={(value) => change(field, value)}
          onBlur={() => leave(field)}
          error={textOf(field)}
        />
      ))}
      {summary.refusal !== null && <Notice tone="bad">{errorText(summary.refusal)}</Notice>}
      <Button type="submit" size="lg" block busy={summary.busy}>
        {t('common:next')}
      </Button>
    </form>
  )
}
