import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { type Answer, isUncertain } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { FormFrame } from '#components/form-frame.tsx'
import { password } from '#contract/account.ts'
import { completeRecovery, followRecovery } from '#contract/endpoints/recovery.ts'
import { fieldIssue } from '#contract/field-issues.ts'
import type { RecoveryLost } from '#contract/recovery.ts'
import { useForm } from '#forms/use-form.ts'
import { useFields } from '#i18n/fields.ts'
import { usePasswordText } from '#i18n/password-text.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { StrengthMeter } from '#ui/strength-meter.tsx'

const passwordForm = z
  .object({ newPassword: password, again: z.string().check(z.minLength(1)) })
  .check(({ value: { newPassword, again }, issues }) => {
    if (again !== newPassword) issues.push(fieldIssue('again', 'mismatch'))
  })

/** After a lost answer, the state of the recovery tells whether it was completed. */
async function complete(
  code: string,
  newPassword: string | null,
  onUncertain: () => void,
): Promise<Answer<unknown>> {
  const answer = await call(completeRecovery, { body: { code, newPassword } })
  if (answer.ok || !isUncertain(answer.error)) return answer
  onUncertain()
  const state = await call(followRecovery, { body: { code } })
  return state.ok && state.value.state === 'done' ? state : answer
}

interface Props {
  code: string
  lost: RecoveryLost
  onDone: () => void
}

/** Completes an opened recovery: the new password, or the removal of the second factors. */
export function CompleteForm({ lost, ...rest }: Props) {
  if (lost === 'second_factor') return <RemoveFactors {...rest} />
  return <NewPassword kind={lost} {...rest} />
}

function RemoveFactors({ code, onDone }: Omit<Props, 'lost'>) {
  const { t } = useTranslation('recovery')
  const handle = useForm({
    initial: {},
    schema: z.object({}),
    send: (_, onUncertain) => complete(code, null, onUncertain),
    onAccepted: onDone,
  })
  return (
    <FormFrame handle={handle} submitLabel={t('complete.second_factor')}>
      <p className="text-sm text-ink-2">{t('complete.factors')}</p>
    </FormFrame>
  )
}

type PasswordKind = Exclude<RecoveryLost, 'second_factor'>

function NewPassword({ kind, code, onDone }: Omit<Props, 'lost'> & { kind: PasswordKind }) {
  const { t } = useTranslation(['recovery', 'identity', 'security'])
  const words = usePasswordText()
  const handle = useForm({
    initial: { newPassword: '', again: '' },
    schema: passwordForm,
    places: { password_too_common: 'newPassword', passwords_equal: 'newPassword' },
    send: ({ newPassword }, onUncertain) => complete(code, newPassword, onUncertain),
    onAccepted: onDone,
  })
  const name = kind === 'login_password' ? 'password' : 'tradingPassword'
  const { field, textOf } = useFields(handle, {
    newPassword: t('security:password.newRequired'),
    again: t(`identity:${name}Again.required`),
  })
  const side = kind === 'login_password' ? 'login' : 'trading'
  const isMismatch = handle.summary.issues.again === 'mismatch'
  return (
    <FormFrame handle={handle} submitLabel={t(`recovery:complete.${kind}`)}>
      <PasswordField
        {...words.toggle}
        {...field('newPassword')}
        autoComplete="new-password"
        label={t(`security:password.${side}.newPassword`)}
        hint={
          <>
            <StrengthMeter {...words.strength(handle.form.fields.newPassword, '')} />
            <p className="mt-1">{t(`identity:${name}.hint`)}</p>
          </>
        }
      />
      <PasswordField
        {...words.toggle}
        {...field('again')}
        autoComplete="new-password"
        label={t(`security:password.${side}.again`)}
        error={isMismatch ? t(`identity:${name}Again.mismatch`) : textOf('again')}
      />
    </FormFrame>
  )
}
