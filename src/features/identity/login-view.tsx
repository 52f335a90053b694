import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { logInAtom } from '#api/session.ts'
import { useFieldTexts } from '#features/identity/field-texts.ts'
import { lastAccountAtom } from '#features/identity/last-account.ts'
import { checkLogin, type LoginFields, loginFieldOf } from '#features/identity/login-form.ts'
import { PasswordField } from '#features/identity/password-field.tsx'
import { useForm } from '#lib/use-form.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'

export function LoginView({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['identity', 'common'])
  const logIn = useSetAtom(logInAtom)
  const account = useAtomValue(lastAccountAtom)
  const { form, summary, change, leave, submit } = useForm<LoginFields>({
    initial: { account, password: '' },
    check: checkLogin,
    fieldOf: loginFieldOf,
    send: (fields) => logIn({ account: fields.account.trim(), password: fields.password }),
    onAccepted: onDone,
  })
  const { textOf, errorText } = useFieldTexts(summary)
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={t('identity:account.label')}
        name="account"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={form.fields.account}
        onValue={(value) => change('account', value)}
        onBlur={() => leave('account')}
        error={textOf('account')}
      />
      <PasswordField
        label={t('identity:password.label')}
        name="password"
        autoComplete="current-password"
        value={form.fields.password}
        onValue={(value) => change('password', value)}
        onBlur={() => leave('password')}
        error={textOf('password')}
      />
      {summary.refusal !== null && <Notice tone="bad">{errorText(summary.refusal)}</Notice>}
      <Button type="submit" size="lg" block busy={summary.busy}>
        {t('common:logIn')}
      </Button>
    </form>
  )
}
