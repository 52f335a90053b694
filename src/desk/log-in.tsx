import { useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '#api/api-error.ts'
import { logInAtom } from '#desk/desk-session.ts'
import { LanguageSelect } from '#desk/language-select.tsx'
import { useErrorText } from '#i18n/error-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextField } from '#ui/text-field.tsx'

export function LogIn() {
  const { t } = useTranslation('desk')
  return (
    <main className="mx-auto flex max-w-sm flex-col gap-5 px-4 py-10">
      <div className="flex items-center justify-between gap-3">
        <h1 className="text-xl font-semibold">{t('title')}</h1>
        <LanguageSelect />
      </div>
      <Card>
        <LogInForm />
      </Card>
      <p className="text-sm text-ink-2">{t('logIn.hint')}</p>
    </main>
  )
}

function LogInForm() {
  const { t } = useTranslation('desk')
  const { errorText } = useErrorText()
  const logIn = useSetAtom(logInAtom)
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy || name === '' || password === '') return
    setBusy(true)
    const answer = await logIn({ name: name.trim(), password })
    setBusy(false)
    if (!answer.ok) setError(answer.error)
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextField
        label={t('logIn.name')}
        name="username"
        value={name}
        onValue={setName}
        maxLength={64}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <PasswordField
        label={t('logIn.password')}
        name="password"
        value={password}
        onValue={setPassword}
        maxLength={128}
        autoComplete="current-password"
        showLabel={t('logIn.show')}
        hideLabel={t('logIn.hide')}
        required
      />
      {error !== null && <Notice tone="bad">{errorText(error)}</Notice>}
      <Button type="submit" size="lg" block busy={busy}>
        {t('logIn.submit')}
      </Button>
    </form>
  )
}
