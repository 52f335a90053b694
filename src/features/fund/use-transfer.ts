/** Confirming one transfer in: the day on screen is sent with it, and a lost answer is asked about by its key. */
import { useState } from 'react'
import { useCommand } from '#commands/commands.ts'
import { openSubscription } from '#contract/endpoints/fund.ts'
import type { FundLot } from '#contract/fund.ts'
import { dayFrom } from '#features/fund/changed-day.ts'
import { datesAt } from '#features/fund/fund-day.ts'
import type { Submission } from '#lib/form.ts'
import { useServerNow } from '#lib/use-server-now.ts'
import { useSubmission } from '#lib/use-submission.ts'
import { formatAmount } from '#rules/amounts.ts'
import type { FundDates } from '#rules/fund-calendar.ts'

interface Transfer {
  submission: Submission
  busy: boolean
  /** What it would count for now, by this clock or as the server has said. */
  dates: FundDates
  /** It is another day than the one first shown. */
  changed: boolean
  confirm: () => void
}

export function useTransfer(amount: bigint, onDone: (lot: FundLot) => void): Transfer {
  const command = useCommand(openSubscription)
  const { submission, busy, run } = useSubmission(command.waiting)
  const now = useServerNow()
  const [first] = useState(() => datesAt(now).settleDay)
  const refused = submission.status === 'refused' ? dayFrom(submission.error) : null
  const dates = datesAt(now, refused)
  const confirmDay = dates.settleDay
  return {
    submission,
    busy,
    dates,
    changed: confirmDay !== first,
    confirm: () =>
      void run(
        (onConfirming) =>
          command.send(
            { body: { amount, confirmDay } },
            { amount: formatAmount(amount), onConfirming },
          ),
        ({ lot }) => onDone(lot),
      ),
  }
}
