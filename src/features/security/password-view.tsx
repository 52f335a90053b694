import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { call } from '#api/call.ts'
import { FormFrame } from '#components/form-frame.tsx'
import { changePassword } from '#contract/endpoints/security.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { FactorProof } from '#contract/factors.ts'
import { useOwnFactor } from '#features/security/own-factor.tsx'
import { useFields } from '#i18n/fields.ts'
import { usePasswordText } from '#i18n/password-text.ts'
import { type Answer, isUncertain } from '#api/api-error.ts'
import { type FormHandle, useForm } from '#forms/use-form.ts'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { StrengthMeter } from '#ui/strength-meter.tsx'
import { fieldIssue } from '#contract/field-issues.ts'

/** `mismatch` of the new password means that it equals the old one. */
export const passwordForm = z
  .extend(z.pick(changePassword.body, { oldPassword: true, newPassword: true }), {
    again: z.string().check(z.minLength(1)),
  })
  .check(({ value: { oldPassword, newPassword, again }, issues }) => {
    if (newPassword === oldPassword) issues.push(fieldIssue('newPassword', 'mismatch'))
    if (again !== newPassword) issues.push(fieldIssue('again', 'mismatch'))
  })

export type PasswordFields = z.input<typeof passwordForm>
const EMPTY_PASSWORDS: PasswordFields = { oldPassword: '', newPassword: '', again: '' }

const PASSWORD_PLACES = {
  old_password_wrong: 'oldPassword',
  password_too_common: 'newPassword',
  passwords_equal: 'newPassword',
} as const

/** Changes a password. The request has no key: after a lost answer the new password is tried as the old one. */
export type PasswordKind = 'login' | 'trading'

const refusedAs = (answer: Answer<unknown>, code: ErrorCode): boolean =>
  !answer.ok && answer.error.kind === 'rejected' && answer.error.code === code

/**
 * The request is sent again after a lost answer. If it is then refused as `old_password_wrong`, the first attempt may
 * have succeeded: sending the new password as the old one shows whether it did, because changing it to itself has no
 * effect. The server checks the factor after the old password, and the proof is used up by then, so a refusal of the
 * proof shows the same.
 */
async function sendPassword(
  { kind, proof }: { kind: PasswordKind; proof: FactorProof | null },
  { oldPassword, newPassword }: PasswordFields,
  onUncertain: () => void,
): Promise<Answer<unknown>> {
  const send = (old: string) =>
    call(changePassword, { body: { kind, oldPassword: old, newPassword, proof } })
  const first = await send(oldPassword)
  if (first.ok || !isUncertain(first.error)) return first
  onUncertain()
  const second = await send(oldPassword)
  if (!refusedAs(second, 'old_password_wrong')) return second
  const third = await send(newPassword)
  return third.ok || refusedAs(third, 'factor_wrong') ? { ok: true, value: undefined } : second
}

interface Props {
  kind: PasswordKind
  account: string
}

/** Changes one of the two passwords, then says that every other device was signed out. */
export function PasswordView({ kind, account }: Props) {
  const [times, setTimes] = useState(0)
  return (
    <div className="flex flex-col gap-4">
      {times > 0 && <Done key={`done ${times}`} />}
      <PasswordForm
        key={times}
        kind={kind}
        account={account}
        onDone={() => setTimes((count) => count + 1)}
      />
    </div>
  )
}

/** Takes the focus, so that it is visible and announced wherever the button was. */
function Done() {
  const { t } = useTranslation('security')
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className="scroll-mt-24 outline-none">
      <Notice tone="good">
        <p className="font-semibold">{t('password.done')}</p>
        <p>{t('password.othersOut')}</p>
      </Notice>
    </div>
  )
}

function PasswordForm({ kind, account, onDone }: Props & { onDone: () => void }) {
  const { t } = useTranslation('security')
  const { proof, missing, clear, prompt } = useOwnFactor(`${kind}_password`)
  const handle = useForm({
    initial: EMPTY_PASSWORDS,
    schema: passwordForm,
    places: PASSWORD_PLACES,
    send: async (fields, onUncertain) => {
      const answer = await sendPassword({ kind, proof }, fields, onUncertain)
      if (!answer.ok) clear()
      return answer
    },
    onAccepted: onDone,
  })
  return (
    <FormFrame handle={handle} submitLabel={t('password.change')} disabled={missing}>
      <input type="hidden" name="username" autoComplete="username" value={account} readOnly />
      <PasswordRows handle={handle} kind={kind} account={account} />
      {prompt}
      <p className="text-sm text-ink-2">{t('password.othersWill')}</p>
    </FormFrame>
  )
}

const NAMES = ['oldPassword', 'newPassword', 'again'] as const

function PasswordRows(props: Props & { handle: FormHandle<PasswordFields> }) {
  const { kind, account, handle } = props
  const { form, summary } = handle
  const { t } = useTranslation(['security', 'identity'])
  const words = usePasswordText()
  const again = kind === 'login' ? 'passwordAgain' : 'tradingPasswordAgain'
  const { field, textOf } = useFields(handle, {
    oldPassword: t('security:password.oldRequired'),
    newPassword: t('security:password.newRequired'),
    again: t(`identity:${again}.required`),
  })
  const errorOf = (name: (typeof NAMES)[number]): string | undefined => {
    const mismatch = summary.issues[name] === 'mismatch'
    if (mismatch && name === 'again') return t(`identity:${again}.mismatch`)
    return mismatch ? t('security:password.same') : textOf(name)
  }
  const hint: ReactNode = (
    <>
      <StrengthMeter {...words.strength(form.fields.newPassword, account)} />
      <p className="mt-1">
        {t(`identity:${kind === 'login' ? 'password' : 'tradingPassword'}.hint`)}
      </p>
    </>
  )
  return NAMES.map((name) => (
    <PasswordField
      key={name}
      {...words.toggle}
      {...field(name)}
      autoComplete={name === 'oldPassword' ? 'current-password' : 'new-password'}
      label={t(`security:password.${kind}.${name}`)}
      hint={name === 'newPassword' ? hint : undefined}
      error={errorOf(name)}
    />
  ))
}
