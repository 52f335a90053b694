/**
 * The confirmation of one withdrawal. A proof is valid for one attempt; the key of the intent is kept until a final
 * answer.
 */
import { useRef, useState } from 'react'
import type { Answer, ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { useCommand } from '#commands/commands.ts'
import type { Withdrawal } from '#contract/cashier.ts'
import { challengeWithdrawal, openWithdrawal } from '#contract/endpoints/cashier.ts'
import type { FactorProof } from '#contract/factors.ts'
import { CONFIRM_PLACES, type ConfirmFields, confirmForm } from '#forms/confirm-form.ts'
import type { WithdrawDraft } from '#features/cashier/withdraw/withdraw-form.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { type FormHandle, useForm } from '#forms/use-form.ts'
import { formatAmount } from '#rules/amounts.ts'

interface Options {
  draft: WithdrawDraft
  onDone: (withdrawal: Withdrawal) => void
  /** Called when the displayed terms no longer match the server's. */
  onTermsChanged: () => void
}

export interface Confirmation {
  handle: FormHandle<ConfirmFields>
  /** A refusal that concerns neither a field nor the factor. */
  refusal: ApiError | null
  /** The properties of the second factor's prompt. */
  slot: {
    proof: FactorProof | null
    onProof: (proof: FactorProof | null) => void
    challenge: () => Promise<Answer<{ options: Record<string, unknown> }>>
    error: string | undefined
    disabled: boolean
  }
}

const isCode = (error: ApiError | null, code: string): boolean =>
  error?.kind === 'rejected' && error.code === code

export function useConfirmation({ draft, onDone, onTermsChanged }: Options): Confirmation {
  const [proof, onProof] = useState<FactorProof | null>(null)
  const { errorText } = useErrorText()
  const command = useCommand(openWithdrawal)
  const { amount, fee } = draft
  const requested = useRef<Withdrawal | null>(null)
  const handle = useForm({
    initial: { tradingPassword: '' },
    schema: confirmForm,
    places: CONFIRM_PLACES,
    waiting: command.waiting,
    send: async ({ tradingPassword }, onConfirming) => {
      const body = { amount, fee, tradingPassword, proof }
      const answer = await command.send({ body }, { amount: formatAmount(amount), onConfirming })
      if (answer.ok) {
        requested.current = answer.value.withdrawal
        return answer
      }
      onProof(null)
      if (isCode(answer.error, 'fee_changed')) onTermsChanged()
      return answer
    },
    onAccepted: () => {
      if (requested.current !== null) onDone(requested.current)
    },
  })
  const { refusal, busy } = handle.summary
  const ofFactor = isCode(refusal, 'factor_wrong')
  return {
    handle,
    refusal: ofFactor ? null : refusal,
    slot: {
      proof,
      onProof,
      challenge: () => call(challengeWithdrawal, { body: { amount, fee } }),
      error: ofFactor && refusal !== null ? errorText(refusal) : undefined,
      disabled: busy,
    },
  }
}
