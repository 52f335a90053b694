import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useIdentityTexts } from '#features/identity/identity-texts.ts'
import { type FactorSlot, useLogIn } from '#features/identity/use-log-in.ts'
import { usePasswordText } from '#i18n/password-text.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextField } from '#ui/text-field.tsx'

interface Props {
  onDone: () => void
  /** Renders the second factor's prompt once a factor is requested. */
  factor: ComponentType<FactorSlot>
}

export function LoginView({ onDone, factor: Factor }: Props) {
  const { t } = useTranslation(['identity', 'common'])
  const { handle, refusal, slot, wrongFactor } = useLogIn(onDone)
  const { form, summary, change, leave, submit } = handle
  const { textOf, errorText } = useIdentityTexts(summary)
  const words = usePasswordText()
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={t('identity:account.label')}
        name="account"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={form.fields.account}
        onValue={(value) => change('account', value)}
        onBlur={() => leave('account')}
        error={textOf('account')}
      />
      <PasswordField
        {...words.toggle}
        label={t('identity:password.label')}
        name="password"
        required
        autoComplete="current-password"
        value={form.fields.password}
        onValue={(value) => change('password', value)}
        onBlur={() => leave('password')}
        error={textOf('password')}
      />
      {slot !== null && (
        <Factor {...slot} error={wrongFactor === null ? undefined : errorText(wrongFactor)} />
      )}
      {refusal !== null && <Notice tone="bad">{errorText(refusal)}</Notice>}
      <Button
        type="submit"
        size="lg"
        block
        busy={summary.busy}
        disabled={slot !== null && slot.proof === null}
      >
        {t('common:logIn')}
      </Button>
    </form>
  )
}
