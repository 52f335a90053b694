/**
 * The confirmation of one withdrawal from the fund: figures, day and password are sent together and confirm nothing
 * else.
 */
import { useState } from 'react'
import { useCommand } from '#commands/commands.ts'
import { openRedemption } from '#contract/endpoints/fund.ts'
import type { FundRedemption, FundTerms } from '#contract/fund.ts'
import { dayFrom } from '#features/fund/changed-day.ts'
import { useServerNow } from '#data/use-server-now.ts'
import {
  confirmFormOf,
  needsPassword,
  type PayDates,
  payDates,
  WITHDRAW_PLACES,
  type WithdrawDraft,
} from '#features/fund/withdraw-form.ts'
import type { ConfirmFields } from '#lib/confirm-form.ts'
import { type FormHandle, useForm } from '#lib/use-form.ts'
import { formatAmount } from '#rules/amounts.ts'

interface Options {
  draft: WithdrawDraft
  terms: FundTerms
  onDone: (redemption: FundRedemption) => void
}

export interface Withdrawal {
  handle: FormHandle<ConfirmFields>
  needed: boolean
  dates: PayDates
  /** The day differs from the one first shown. */
  changed: boolean
}

export function useWithdrawal({ draft, terms, onDone }: Options): Withdrawal {
  const { amount, speed } = draft
  const command = useCommand(openRedemption)
  const now = useServerNow()
  const [first] = useState(() => payDates(speed, now).payDay)
  const needed = needsPassword(amount, terms)
  const [atLeast, setAtLeast] = useState(first)
  const dates = payDates(speed, now, atLeast)
  const { payDay } = dates
  const handle = useForm({
    initial: { tradingPassword: '' },
    schema: confirmFormOf(needed),
    places: WITHDRAW_PLACES,
    waiting: command.waiting,
    send: async (fields, onConfirming) => {
      const tradingPassword = needed ? fields.tradingPassword : null
      const body = { amount, speed, payDay, tradingPassword }
      const answer = await command.send({ body }, { amount: formatAmount(amount), onConfirming })
      if (answer.ok) onDone(answer.value.redemption)
      else setAtLeast((last) => dayFrom(answer.error) ?? last)
      return answer
    },
    onAccepted: () => undefined,
  })
  return { handle, needed, dates, changed: payDay !== first }
}
