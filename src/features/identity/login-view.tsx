import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { FormFrame } from '#components/form-frame.tsx'
import { useIdentityFields } from '#features/identity/identity-fields.ts'
import { type FactorSlot, useLogIn } from '#features/identity/use-log-in.ts'
import { usePasswordText } from '#i18n/password-text.ts'
import { recoveryPath } from '#lib/recovery-path.ts'
import { buttonLook } from '#ui/button.tsx'
import { join } from '#ui/join.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { TextField } from '#ui/text-field.tsx'

interface Props {
  onDone: () => void
  /** Renders the second factor's prompt once a factor is requested. */
  factor: ComponentType<FactorSlot>
}

export function LoginView({ onDone, factor: Factor }: Props) {
  const { t } = useTranslation(['identity', 'access', 'common'])
  const { handle, refusal, isLocked, slot, wrongFactor } = useLogIn(onDone)
  const { field, errorText } = useIdentityFields(handle)
  const words = usePasswordText()
  return (
    <>
      <FormFrame
        handle={handle}
        submitLabel={t('common:logIn')}
        refusal={refusal && errorText(refusal)}
        disabled={slot !== null && slot.proof === null}
      >
        <TextField
          {...field('account')}
          label={t('identity:account.label')}
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField
          {...words.toggle}
          {...field('password')}
          label={t('identity:password.label')}
          required
          autoComplete="current-password"
        />
        {slot !== null && (
          <Factor {...slot} error={wrongFactor === null ? undefined : errorText(wrongFactor)} />
        )}
      </FormFrame>
      {isLocked && (
        <Link
          to={recoveryPath('ask')}
          className={join(buttonLook({ variant: 'secondary', block: true }), 'mt-3')}
        >
          {t('access:forgot.recover')}
        </Link>
      )}
    </>
  )
}
