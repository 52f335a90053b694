import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import type { Answer } from '#lib/api-error.ts'
import { startTotp } from '#contract/endpoints/security.ts'
import { useFieldTexts } from '#i18n/field-texts.ts'
import { usePasswordText } from '#i18n/password-text.ts'
import { useForm } from '#lib/use-form.ts'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'

interface Props {
  submitLabel: string
  send: (password: string) => Promise<Answer<unknown>>
  onAccepted: () => void
  variant?: ButtonVariant
  /** Other inputs of the request, above the password. */
  children?: ReactNode
  /** One of these inputs is not complete yet. */
  incomplete?: boolean
}

const askForm = z.pick(startTotp.body, { password: true })

/** Asks for the login password before a change of the account's protection. */
export function PasswordAsk(props: Props) {
  const { submitLabel, send, onAccepted, variant = 'primary', children } = props
  const { t } = useTranslation('identity')
  const words = usePasswordText()
  const { form, summary, change, leave, submit } = useForm({
    initial: { password: '' },
    schema: askForm,
    places: { old_password_wrong: 'password' },
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
