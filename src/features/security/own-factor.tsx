import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { call } from '#api/call.ts'
import { challengeFactor } from '#contract/endpoints/security.ts'
import type { FactorProof } from '#contract/factors.ts'
import { methodsOf, SecondFactorPrompt } from '#features/security/second-factor-prompt.tsx'
import { topicAtom } from '#streams'

type Change =
  | 'login_password'
  | 'trading_password'
  | 'passkey_removal'
  | 'log_in_factor'
  | 'account_closing'

export interface OwnFactor {
  proof: FactorProof | null
  /** A factor is on, and there is no proof yet. */
  missing: boolean
  /** Called after a refusal, because each proof is valid for one attempt. */
  clear: () => void
  /** Null while no factor is on. */
  prompt: ReactNode
}

/** Asks for the user's own second factor before a change of the account's protection. */
export function useOwnFactor(what: Change): OwnFactor {
  const profile = useAtomValue(topicAtom('profile'))
  const [proof, setProof] = useState<FactorProof | null>(null)
  const factors = 'value' in profile ? profile.value.factors : null
  const needed = factors !== null && methodsOf(factors).length > 0
  return {
    proof,
    missing: needed && proof === null,
    clear: () => setProof(null),
    prompt: needed ? (
      <SecondFactorPrompt
        factors={factors}
        proof={proof}
        onProof={setProof}
        challenge={() => call(challengeFactor, { body: { what } })}
      />
    ) : null,
  }
}
