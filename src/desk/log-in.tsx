import { useAtomValue, useSetAtom } from 'jotai'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { deskLogInChallenge } from '#contract/endpoints/desk-session.ts'
import { asciiDigits } from '#rules/ascii-digits.ts'
import { type OperatorProof, totpCode } from '#contract/factors.ts'
import { logInAtom } from '#desk/desk-session.ts'
import { LanguageSelect } from '#desk/language-select.tsx'
import { passkeysAtom } from '#features/security/passkeys.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextField } from '#ui/text-field.tsx'

/** `ended` means that a session was open here and has ended. */
export function LogIn({ ended }: { ended: boolean }) {
  const { t } = useTranslation('desk')
  return (
    <main className="mx-auto flex max-w-sm flex-col gap-5 px-4 py-10">
      <div className="flex items-center justify-between gap-3">
        <h1 className="text-xl font-semibold">{t('title')}</h1>
        <LanguageSelect />
      </div>
      {ended && <Notice tone="info">{t('logIn.ended')}</Notice>}
      <Card>
        <LogInForm />
      </Card>
      <p className="text-sm text-ink-2">{t('logIn.hint')}</p>
    </main>
  )
}

/** Sends one kind of proof at a time. */
function useLogIn(name: string, password: string) {
  const { t } = useTranslation(['desk', 'security'])
  const { errorText } = useErrorText()
  const logIn = useSetAtom(logInAtom)
  const passkeys = useAtomValue(passkeysAtom)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const who = { name: name.trim(), password }
  const textOf = (error: ApiError): string =>
    error.kind === 'rejected' && error.code === 'login_failed'
      ? t('logIn.failed')
      : errorText(error)
  const send = async (proof: OperatorProof): Promise<string | null> => {
    const answer = await logIn({ ...who, proof })
    return answer.ok ? null : textOf(answer.error)
  }
  const prove = async (): Promise<string | null> => {
    const lack = passkeys.lack()
    if (lack !== null) return t(`security:passkey.fault.${lack}`)
    const asked = await call(deskLogInChallenge, { body: who })
    if (!asked.ok) return textOf(asked.error)
    const proved = await passkeys.prove(asked.value.options)
    if (!proved.ok) return t(`security:passkey.fault.${proved.fault}`)
    return send({ kind: 'passkey', answer: proved.answer })
  }
  const attempt = async (work: () => Promise<string | null>): Promise<void> => {
    if (busy || who.name === '' || password === '') return
    setBusy(true)
    setFault(null)
    const wrong = await work()
    setBusy(false)
    setFault(wrong)
  }
  return {
    busy,
    fault,
    withCode: (code: string) => attempt(() => send({ kind: 'totp', code })),
    withPasskey: () => attempt(prove),
  }
}

/** Stable, so that it runs when the field appears and not again. */
const focusOnce = (field: HTMLInputElement | null): void => field?.focus()

function LogInForm() {
  const { t } = useTranslation('desk')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { busy, fault, withCode, withPasskey } = useLogIn(name, password)
  const typed = totpCode.safeParse(asciiDigits(code).replaceAll(/\s/g, '')).data
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (typed === undefined) return
    await withCode(typed)
    // Each code is valid only once.
    setCode('')
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextField
        label={t('logIn.name')}
        ref={focusOnce}
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
      <TextField
        label={t('logIn.code')}
        hint={t('logIn.codeHint')}
        name="code"
        value={code}
        onValue={setCode}
        inputMode="numeric"
        maxLength={8}
        autoComplete="one-time-code"
        required
      />
      {fault !== null && <Notice tone="bad">{fault}</Notice>}
      <Button type="submit" size="lg" block busy={busy} disabled={typed === undefined}>
        {t('logIn.submit')}
      </Button>
      <Button variant="quiet" block disabled={busy} onClick={() => void withPasskey()}>
        <Fingerprint aria-hidden size={18} />
        {t('logIn.passkey')}
      </Button>
    </form>
  )
}
