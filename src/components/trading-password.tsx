import { useFieldTexts } from '#i18n/field-texts.ts'
import { usePasswordText } from '#i18n/password-text.ts'
import type { ConfirmFields } from '#lib/confirm-form.ts'
import type { FormHandle } from '#lib/use-form.ts'
import { PasswordField } from '#ui/password-field.tsx'

interface Props {
  handle: FormHandle<ConfirmFields>
  label: string
  hint: string
}

/** The field for the trading password, which confirms actions that move money or choose its destination. */
export function TradingPassword({ handle, label, hint }: Props) {
  const { form, summary, change, leave } = handle
  const words = usePasswordText()
  const { textOf } = useFieldTexts(summary, { tradingPassword: words.required.trading })
  return (
    <PasswordField
      {...words.toggle}
      name="tradingPassword"
      label={label}
      hint={hint}
      autoComplete="off"
      disabled={summary.busy}
      value={form.fields.tradingPassword}
      onValue={(value) => change('tradingPassword', value)}
      onBlur={() => leave('tradingPassword')}
      error={textOf('tradingPassword')}
    />
  )
}
