import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer, ApiError } from '#api/api-error.ts'
import { useFieldTexts } from '#i18n/field-texts.ts'
import { usePasswordWords } from '#i18n/password-words.ts'
import type { Issues } from '#lib/form.ts'
import { useForm } from '#lib/use-form.ts'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'

interface AskFields extends Record<string, string> {
  password: string
}

interface Props {
  submitLabel: string
  send: (password: string) => Promise<Answer<unknown>>
  onAccepted: () => void
  variant?: ButtonVariant
  /** What else the request needs, above the password. */
  children?: ReactNode
  /** Something above is not complete yet. */
  incomplete?: boolean
}

const check = ({ password }: AskFields): Issues<AskFields> =>
  password === '' ? { password: 'empty' } : {}

const fieldOf = (error: ApiError): keyof AskFields | null =>
  error.kind === 'rejected' && error.code === 'old_password_wrong' ? 'password' : null

/** Asks for the login password before anything that guards the account is changed. */
export function PasswordAsk(props: Props) {
  const { submitLabel, send, onAccepted, variant = 'primary', children } = props
  const { t } = useTranslation('identity')
  const words = usePasswordWords()
  const { form, summary, change, leave, submit } = useForm<AskFields>({
    initial: { password: '' },
    check,
    fieldOf,
    send: ({ password }) => send(password),
    onAccepted,
  })
  const { textOf, errorText } = useFieldTexts(summary, { password: words.required.login })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {children}
      <PasswordField
        {...words.toggle}
        name="password"
        autoComplete="current-password"
        label={t('password.label')}
        value={form.fields.password}
        onValue={(value) => change('password', value)}
        onBlur={() => leave('password')}
        error={textOf('password')}
      />
      {summary.refusal !== null && <Notice tone="bad">{errorText(summary.refusal)}</Notice>}
      <Button
        type="submit"
        variant={variant}
        block
        busy={summary.busy}
        disabled={props.incomplete === true}
      >
        {submitLabel}
      </Button>
    </form>
  )
}
