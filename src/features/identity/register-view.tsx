import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type RegisterInfo, registerInfoAtom } from '#api/session.ts'
import { useFieldTexts } from '#features/identity/field-texts.ts'
import { lastAccountAtom } from '#features/identity/last-account.ts'
import { PasswordField } from '#features/identity/password-field.tsx'
import { strengthOf } from '#features/identity/password-strength.ts'
import {
  checkRegister,
  EMPTY_REGISTER,
  type RegisterFields,
  registerFieldOf,
} from '#features/identity/register-form.ts'
import { sendRegistration } from '#features/identity/send-registration.ts'
import { StrengthMeter } from '#features/identity/strength-meter.tsx'
import { type FormHandle, useForm } from '#lib/use-form.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'

interface Props {
  info: RegisterInfo
  /** The terms' wording, with links. */
  terms: ReactNode
  onDone: () => void
}

/** Step two: both passwords; the account is made here. */
export function RegisterView({ info, terms, onDone }: Props) {
  const { t } = useTranslation(['identity', 'errors'])
  const setInfo = useSetAtom(registerInfoAtom)
  const setAccount = useSetAtom(lastAccountAtom)
  const handle = useForm<RegisterFields>({
    initial: EMPTY_REGISTER,
    check: checkRegister,
    fieldOf: registerFieldOf,
    send: (fields, onUncertain) => sendRegistration(info, fields, onUncertain),
    onAccepted: () => {
      setAccount(info.account)
      onDone()
      setInfo(null)
    },
  })
  const { form, summary, change, submit } = handle
  const { textOf, errorText } = useFieldTexts(summary)
  const confirming = form.submission.status === 'confirming'
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
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
      {summary.refusal !== null && <Notice tone="bad">{errorText(summary.refusal)}</Notice>}
      <Button type="submit" size="lg" block busy={summary.busy}>
        {t(confirming ? 'identity:confirming' : 'identity:register.finish')}
      </Button>
    </form>
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
  const { form, summary, change, leave } = props.handle
  const { t } = useTranslation(['identity', 'errors'])
  const { textOf } = useFieldTexts(summary)
  const errorOf = (field: (typeof NAMES)[number]): string | undefined => {
    if (summary.issues[field] === 'mismatch' && field !== 'password') return t(MISMATCHES[field])
    return textOf(field)
  }
  const hintOf = (field: (typeof NAMES)[number]): ReactNode =>
    field === 'password' || field === 'tradingPassword' ? (
      <>
        <StrengthMeter strength={strengthOf(form.fields[field], props.account)} />
        <p className="mt-1">{t(`identity:${field}.hint`)}</p>
      </>
    ) : undefined
  return NAMES.map((field) => (
    <PasswordField
      key={field}
      name={field}
      autoComplete="new-password"
      label={t(`identity:${field}.label`)}
      hint={hintOf(field)}
      value={form.fields[field]}
      onValue={(value) => change(field, value)}
      onBlur={() => leave(field)}
      error={errorOf(field)}
    />
  ))
}
