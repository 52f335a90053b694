import { useFields } from '#i18n/fields.ts'
import { usePasswordText } from '#i18n/password-text.ts'
import type { ConfirmFields } from '#forms/confirm-form.ts'
import type { FormHandle } from '#forms/use-form.ts'
import { PasswordField } from '#ui/password-field.tsx'

interface Props {
  handle: FormHandle<ConfirmFields>
  label: string
  hint?: string
}

/** The field for the trading password, which confirms actions that move money or choose its destination. */
export function TradingPassword({ handle, label, hint }: Props) {
  const words = usePasswordText()
  const { field } = useFields(handle, { tradingPassword: words.required.trading })
  return (
    <PasswordField
      {...words.toggle}
      {...field('tradingPassword')}
      label={label}
      hint={hint}
      autoComplete="off"
      disabled={handle.summary.busy}
    />
  )
}
