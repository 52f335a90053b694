/** Confirming one withdrawal from the fund: figures, day and password travel together and confirm nothing else. */
import { useState } from 'react'
import { call } from '#api/call.ts'
import { openRedemption } from '#contract/endpoints/fund.ts'
import type { FundRedemption, FundTerms } from '#contract/fund.ts'
import { dayFrom } from '#features/fund/changed-day.ts'
import { useDayIntent } from '#features/fund/use-day-intent.ts'
import { useServerNow } from '#lib/use-server-now.ts'
import {
  checkConfirm,
  type ConfirmFields,
  confirmFieldOf,
  needsPassword,
  type PayDates,
  payDates,
  type WithdrawDraft,
} from '#features/fund/withdraw-form.ts'
import { type FormHandle, useForm } from '#lib/use-form.ts'

interface Options {
  draft: WithdrawDraft
  terms: FundTerms
  onDone: (redemption: FundRedemption) => void
}

export interface Withdrawal {
  handle: FormHandle<ConfirmFields>
  needed: boolean
  dates: PayDates
  /** It is another day than the one first shown. */
  changed: boolean
}

export function useWithdrawal({ draft, terms, onDone }: Options): Withdrawal {
  const { amount, speed } = draft
  const intent = useDayIntent('fund-withdrawal')
  const now = useServerNow()
  const [first] = useState(() => payDates(speed, now).payDay)
  const needed = needsPassword(amount, terms)
  const [atLeast, setAtLeast] = useState(first)
  const dates = payDates(speed, now, atLeast)
  const { payDay } = dates
  const handle = useForm<ConfirmFields>({
    initial: { tradingPassword: '' },
    check: (fields) => checkConfirm(fields, needed),
    fieldOf: confirmFieldOf,
    send: async ({ tradingPassword }, onUncertain) => {
      const password = needed ? tradingPassword : null
      const answer = await intent({
        words: [String(amount), speed],
        day: payDay,
        attempt: (key, day) => {
          const body = { amount, speed, payDay: day, tradingPassword: password }
          return call(openRedemption, { body, key })
        },
        onUncertain,
      })
      if (answer.ok) onDone(answer.value.redemption)
      else setAtLeast((last) => dayFrom(answer.error) ?? last)
      return answer
    },
    onAccepted: () => undefined,
  })
  return { handle, needed, dates, changed: payDay !== first }
}
