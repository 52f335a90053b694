import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { addPasskey, startPasskey } from '#contract/endpoints/security.ts'
import { passkeysAtom } from '#features/security/passkeys.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { showToastAtom } from '#notifications/toasts.ts'

export interface Begun {
  name: string
  /** The server's options for creating the passkey. */
  options: Record<string, unknown>
}

/** The calls for one kind of owner: a user, or an operator at the desk. */
export interface PasskeyCalls {
  start(password: string): Promise<Answer<{ options: Record<string, unknown> }>>
  keep(made: { name: string; answer: Record<string, unknown> }): Promise<Answer<unknown>>
}
export const USER_PASSKEYS: PasskeyCalls = {
  start: (password) => call(startPasskey, { body: { password } }),
  keep: (body) => call(addPasskey, { body }),
}

/** Lets the browser create a passkey and sends it to the server. The stream then shows it. */
export function usePasskeyMaking(calls: PasskeyCalls, onDone: () => void) {
  const { t } = useTranslation('security')
  const { errorText } = useErrorText()
  const passkeys = useAtomValue(passkeysAtom)
  const toast = useSetAtom(showToastAtom)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const made = async ({ name, options }: Begun): Promise<string | undefined> => {
    const answer = await passkeys.make(options)
    if (!answer.ok) return t(`passkey.fault.${answer.fault}`)
    const kept = await calls.keep({ name, answer: answer.answer })
    return kept.ok ? undefined : errorText(kept.error)
  }
  const make = async (begun: Begun): Promise<void> => {
    setBusy(true)
    setFault(undefined)
    const wrong = await made(begun)
    setBusy(false)
    setFault(wrong)
    if (wrong !== undefined) return
    toast({ tone: 'good', text: t('passkeys.done') })
    onDone()
  }
  return { busy, fault, make }
}
