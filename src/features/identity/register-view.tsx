import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { type RegisterInfo, registerInfoAtom } from '#api/session.ts'
import { FormFrame } from '#components/form-frame.tsx'
import { register } from '#contract/endpoints/registration.ts'
import { useIdentityFields } from '#features/identity/identity-fields.ts'
import { registerAtom } from '#features/identity/register-guest.ts'
import { lastAccountAtom } from '#features/identity/last-account.ts'
import {
  EMPTY_REGISTER,
  REGISTER_PLACES,
  type RegisterFields,
  registerForm,
} from '#features/identity/register-form.ts'
import { useFields } from '#i18n/fields.ts'
import { usePasswordText } from '#i18n/password-text.ts'
import { type Answer, isUncertain } from '#api/api-error.ts'
import { type FormHandle, useForm } from '#forms/use-form.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { StrengthMeter } from '#ui/strength-meter.tsx'

interface Registered {
  /** An earlier attempt whose answer was lost had created the account. */
  earlier: boolean
}

/** Sends the registration. It has no key: after a lost answer, "taken" may mean that the earlier attempt succeeded. */
async function sendRegistration(
  info: RegisterInfo,
  { password, tradingPassword }: RegisterFields,
  onUncertain: () => void,
): Promise<Answer<Registered>> {
  const send = () => call(register, { body: { ...info, password, tradingPassword } })
  const first = await send()
  if (first.ok) return { ok: true, value: { earlier: false } }
  if (!isUncertain(first.error)) return first
  onUncertain()
  const second = await send()
  if (second.ok) return { ok: true, value: { earlier: false } }
  const taken = second.error.kind === 'rejected' && second.error.code === 'account_taken'
  return taken ? { ok: true, value: { earlier: true } } : second
}

interface Props {
  info: RegisterInfo
  /** The text of the terms, with links. */
  terms: ReactNode
  onDone: () => void
}

/** Step two: both passwords. This step creates the account. */
export function RegisterView({ info, terms, onDone }: Props) {
  const { t } = useTranslation(['identity', 'errors'])
  const setInfo = useSetAtom(registerInfoAtom)
  const setAccount = useSetAtom(lastAccountAtom)
  const runRegistration = useSetAtom(registerAtom)
  const handle = useForm({
    initial: EMPTY_REGISTER,
    schema: registerForm,
    places: REGISTER_PLACES,
    send: (fields, onUncertain) =>
      runRegistration(info.account, () => sendRegistration(info, fields, onUncertain)),
    onAccepted: () => {
      setAccount(info.account)
      onDone()
      setInfo(null)
    },
  })
  const { form, change } = handle
  const { textOf } = useFields(handle)
  return (
    <FormFrame handle={handle} submitLabel={t('identity:register.finish')}>
      <input type="hidden" name="username" autoComplete="username" value={info.account} readOnly />
      <Passwords handle={handle} account={info.account} />
      <Checkbox
        name="terms"
        checked={form.fields.terms === 'yes'}
        onChecked={(checked) => change('terms', checked ? 'yes' : '')}
        error={textOf('terms') === undefined ? undefined : t('identity:terms.needed')}
      >
        {terms}
      </Checkbox>
    </FormFrame>
  )
}

const NAMES = [
  'password',
  'passwordAgain',
  'tradingPassword',
  'tradingPasswordAgain',
] as const satisfies readonly (keyof RegisterFields)[]

const MISMATCHES = {
  passwordAgain: 'identity:passwordAgain.mismatch',
  tradingPassword: 'errors:passwords_equal',
  tradingPasswordAgain: 'identity:tradingPasswordAgain.mismatch',
} as const

function Passwords(props: { handle: FormHandle<RegisterFields>; account: string }) {
  const { form, summary } = props.handle
  const { t } = useTranslation(['identity', 'errors'])
  const { field, textOf } = useIdentityFields(props.handle)
  const words = usePasswordText()
  const errorOf = (name: (typeof NAMES)[number]): string | undefined => {
    if (summary.issues[name] === 'mismatch' && name !== 'password') return t(MISMATCHES[name])
    return textOf(name)
  }
  const hintOf = (name: (typeof NAMES)[number]): ReactNode =>
    name === 'password' || name === 'tradingPassword' ? (
      <>
        <StrengthMeter {...words.strength(form.fields[name], props.account)} />
        <p className="mt-1">{t(`identity:${name}.hint`)}</p>
      </>
    ) : undefined
  return NAMES.map((name) => (
    <PasswordField
      {...words.toggle}
      {...field(name)}
      key={name}
      required
      autoComplete="new-password"
      label={t(`identity:${name}.label`)}
      hint={hintOf(name)}
      error={errorOf(name)}
    />
  ))
}
