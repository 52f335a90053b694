/** The log-in, with a second factor if the server requests one. */
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { z } from 'zod/mini'
import type { Answer, ApiError } from '#api/api-error.ts'
import { logInAtom } from '#api/log-in.ts'
import { logIn } from '#contract/endpoints/identity.ts'
import { type FactorProof, webAuthnJson } from '#contract/factors.ts'
import { lastAccountAtom } from '#features/identity/last-account.ts'
import { readJson } from '#device/stored-atom.ts'
import { type FormHandle, useForm } from '#forms/use-form.ts'

/** Spaces around the account are removed; the password is sent as typed. */
export const logInForm = z.object({
  account: z.pipe(z.string().check(z.normalize('NFKC'), z.trim()), logIn.body.shape.account),
  password: logIn.body.shape.password,
})
type LogInFields = z.input<typeof logInForm>

/** The properties that the page passes to the second factor's prompt. */
export interface FactorSlot {
  factors: { totp: boolean; recoveryCodesLeft: number; passkeys: { id: string }[] }
  proof: FactorProof | null
  onProof: (proof: FactorProof | null) => void
  challenge: () => Promise<Answer<{ options: Record<string, unknown> }>>
  error: string | undefined
  disabled: boolean
}

interface Asked {
  methods: readonly string[]
  /** The options of the passkey prompt; null when there is no passkey or the options were used. */
  options: Record<string, unknown> | null
}

const codeOf = (error: ApiError | null) => (error?.kind === 'rejected' ? error.code : null)

function askedBy(error: ApiError): Asked | null {
  if (error.kind !== 'rejected' || error.code !== 'factor_required') return null
  const read = readJson(webAuthnJson)
  const { methods = '', options = '' } = error.params
  return { methods: String(methods).split(','), options: read(String(options)) ?? null }
}

export interface LogInForm {
  handle: FormHandle<LogInFields>
  /** A refusal to show as text. A request for a factor is shown by its prompt instead. */
  refusal: ApiError | null
  /** Whether the account is locked, which a recovery ends. */
  isLocked: boolean
  /** Null when no factor is requested. */
  slot: Omit<FactorSlot, 'error'> | null
  wrongFactor: ApiError | null
}

export function useLogIn(onDone: () => void): LogInForm {
  const sendLogIn = useSetAtom(logInAtom)
  const account = useAtomValue(lastAccountAtom)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [proof, onProof] = useState<FactorProof | null>(null)
  const send = async (values: z.output<typeof logInForm>, shown: FactorProof | null) => {
    const answer = await sendLogIn({ ...values, proof: shown })
    if (!answer.ok) {
      onProof(null)
      const now = askedBy(answer.error)
      // A wrong proof invalidates the passkey's challenge. Any other refusal is about the password.
      if (now !== null) setAsked(now)
      else setAsked((was) => was && { ...was, options: null })
    }
    return answer
  }
  const handle = useForm({
    initial: { account, password: '' },
    schema: logInForm,
    send: (values) => send(values, proof),
    onAccepted: onDone,
  })
  const { form, summary, change } = handle
  /**
   * The server sends its challenge with the request for a factor. A used challenge is replaced by logging in again
   * without a proof.
   */
  const challenge: FactorSlot['challenge'] = async () => {
    if (asked?.options != null) return { ok: true, value: { options: asked.options } }
    const answer = await send(logInForm.parse(form.fields), null)
    if (answer.ok) {
      onDone()
      return { ok: true, value: { options: {} } }
    }
    const options = askedBy(answer.error)?.options
    return options == null ? answer : { ok: true, value: { options } }
  }
  const { refusal, busy } = summary
  const ofFactor = codeOf(refusal) === 'factor_wrong'
  const passkeys = asked?.methods.includes('passkey') === true ? [{ id: 'any' }] : []
  const totp = asked?.methods.includes('totp') === true
  return {
    handle: {
      ...handle,
      // Another account or another password starts again without a factor.
      change: (field, value) => {
        setAsked(null)
        onProof(null)
        change(field, value)
      },
    },
    refusal: ofFactor || codeOf(refusal) === 'factor_required' ? null : refusal,
    isLocked: codeOf(refusal) === 'account_locked',
    slot: asked && {
      factors: { totp, recoveryCodesLeft: totp ? 1 : 0, passkeys },
      proof,
      onProof,
      challenge,
      disabled: busy,
    },
    wrongFactor: ofFactor ? refusal : null,
  }
}
