import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { logInAtom } from '#api/session.ts'
import { useIdentityTexts } from '#features/identity/identity-texts.ts'
import { lastAccountAtom } from '#features/identity/last-account.ts'
import { checkLogin, type LoginFields, loginFieldOf } from '#features/identity/login-form.ts'
import { usePasswordWords } from '#i18n/password-words.ts'
import { useForm } from '#lib/use-form.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
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
  const { textOf, errorText } = useIdentityTexts(summary)
  const words = usePasswordWords()
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
      {summary.refusal !== null && <Notice tone="bad">{errorText(summary.refusal)}</Notice>}
      <Button type="submit" size="lg" block busy={summary.busy}>
        {t('common:logIn')}
      </Button>
    </form>
  )
}
