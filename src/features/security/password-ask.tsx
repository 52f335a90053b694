import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import type { Answer } from '#api/api-error.ts'
import { FormFrame } from '#components/form-frame.tsx'
import { startTotp } from '#contract/endpoints/security.ts'
import { useFields } from '#i18n/fields.ts'
import { usePasswordText } from '#i18n/password-text.ts'
import { useForm } from '#forms/use-form.ts'
import type { ButtonVariant } from '#ui/button.tsx'
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
  const handle = useForm({
    initial: { password: '' },
    schema: askForm,
    places: { old_password_wrong: 'password' },
    send: ({ password }) => send(password),
    onAccepted,
  })
  const { field } = useFields(handle, { password: words.required.login })
  return (
    <FormFrame
      handle={handle}
      submitLabel={submitLabel}
      size="md"
      variant={variant}
      disabled={props.incomplete === true}
    >
      {children}
      <PasswordField
        {...words.toggle}
        {...field('password')}
        autoComplete="current-password"
        label={t('password.label')}
      />
    </FormFrame>
  )
}
