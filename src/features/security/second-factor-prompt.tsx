// For pages that ask for a second factor (withdrawals): render it next to the form, as a slot. It holds no secret of
// its own: the form keeps `proof`, sends it, and sets it back to null when the server refused it (`factor_wrong`).
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#api/api-error.ts'
import type { FactorProof } from '#contract/factors.ts'
import type { Factors } from '#contract/profile.ts'
import { PasskeyProof } from '#features/security/passkey-proof.tsx'
import { type CodeKind, tidyCode, typedProof } from '#features/security/typed-proof.ts'
import { Segmented } from '#ui/segmented.tsx'
import { TextField } from '#ui/text-field.tsx'

type Method = FactorProof['kind']

interface Props {
  /** The factors from the profile. When none is on, it renders nothing, and the proof to send is null. */
  factors: Pick<Factors, 'totp' | 'recoveryCodesLeft'> & {
    passkeys: readonly Pick<Factors['passkeys'][number], 'id'>[]
  }
  /** The proof so far; null when there is none yet, or the last one was refused. */
  proof: FactorProof | null
  onProof: (proof: FactorProof | null) => void
  /**
   * Requests a passkey challenge from the server that is bound to what is being confirmed. Without it, passkeys are not
   * offered.
   */
  challenge?: () => Promise<Answer<{ options: Record<string, unknown> }>>
  /** The text of the server's refusal of the last proof. */
  error?: string | undefined
  disabled?: boolean
}

export function methodsOf({ totp, recoveryCodesLeft, passkeys }: Props['factors']): Method[] {
  const methods: Method[] = []
  if (passkeys.length > 0) methods.push('passkey')
  if (totp) methods.push('totp')
  if (recoveryCodesLeft > 0) methods.push('recovery')
  return methods
}

/** Asks for one proof of one factor: a passkey, a code, or a recovery code. */
export function SecondFactorPrompt(props: Props) {
  const { t } = useTranslation('security')
  const { factors, onProof, challenge } = props
  const methods = methodsOf(factors).filter((one) => one !== 'passkey' || challenge !== undefined)
  const [chosen, setChosen] = useState<Method | null>(null)
  const method = methods.find((one) => one === chosen) ?? methods[0]
  if (method === undefined) return null
  const choose = (next: Method): void => {
    setChosen(next)
    onProof(null)
  }
  return (
    <fieldset disabled={props.disabled} className="flex min-w-0 flex-col gap-3">
      <legend className="pb-1 font-medium">{t('prompt.title')}</legend>
      {methods.length > 1 && (
        <Segmented
          label={t('prompt.methods')}
          options={methods.map((id) => ({ id, label: t(`prompt.method.${id}`) }))}
          selected={method}
          onSelect={choose}
        />
      )}
      {method === 'passkey' && challenge !== undefined ? (
        <PasskeyProof {...props} challenge={challenge} />
      ) : (
        method !== 'passkey' && <CodeProof key={method} kind={method} {...props} />
      )}
    </fieldset>
  )
}

function CodeProof({ kind, onProof, error }: Props & { kind: CodeKind }) {
  const { t } = useTranslation('security')
  const [text, setText] = useState('')
  const type = (next: string): void => {
    setText(tidyCode(kind, next))
    onProof(typedProof(kind, next))
  }
  return (
    <TextField
      label={t(`prompt.${kind}.label`)}
      hint={t(`prompt.${kind}.hint`)}
      name="factorCode"
      inputMode={kind === 'totp' ? 'numeric' : 'text'}
      autoComplete={kind === 'totp' ? 'one-time-code' : 'off'}
      autoCapitalize="characters"
      spellCheck={false}
      value={text}
      onValue={type}
      error={error}
    />
  )
}
