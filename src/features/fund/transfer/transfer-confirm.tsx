import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommand } from '#commands/commands.ts'
import { openSubscription } from '#contract/endpoints/fund.ts'
import type { FundLot } from '#contract/fund.ts'
import { dayFrom } from '#features/fund/transfer/changed-day.ts'
import { ConfirmState } from '#features/fund/transfer/confirm-state.tsx'
import { datesAt } from '#features/fund/fund-day.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import type { Submission } from '#forms/form.ts'
import { SubmitButton } from '#components/form-frame.tsx'
import { useServerNow } from '#data/use-server-now.ts'
import { useSubmission } from '#forms/use-submission.ts'
import { formatAmount } from '#rules/amounts.ts'
import type { FundDates } from '#rules/fund-calendar.ts'
import { ListRow } from '#ui/list-row.tsx'
import { Sheet } from '#ui/sheet.tsx'

interface Props {
  amount: bigint
  available: bigint
  onClose: () => void
  onDone: (lot: FundLot) => void
}

/** The confirmation of a transfer: this amount, counted for this day. */
export function TransferConfirm({ amount, available, onClose, onDone }: Props) {
  const { t } = useTranslation(['fund', 'common'])
  const format = useFormat()
  const days = useDayText()
  const { submission, busy, dates, changed, confirm } = useTransfer(amount, onDone)
  return (
    <Sheet open onClose={() => !busy && onClose()} title={t('fund:transfer.confirmTitle')}>
      <div className="flex flex-col gap-4">
        <Rows amount={amount} available={available} dates={dates} />
        <ConfirmState
          submission={submission}
          changed={
            changed ? t('fund:transfer.dayChanged', { day: days.weekday(dates.settleDay) }) : null
          }
        />
        <SubmitButton online type="button" submission={submission} onClick={confirm}>
          {t('fund:transfer.submit', { amount: format.money(amount) })}
        </SubmitButton>
      </div>
    </Sheet>
  )
}

function Rows({
  amount,
  available,
  dates,
}: {
  amount: bigint
  available: bigint
  dates: FundDates
}) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const days = useDayText()
  return (
    <dl className="divide-y divide-line/60">
      <ListRow
        label={t('transfer.row.amount')}
        value={<strong className="text-base">{format.money(amount)}</strong>}
      />
      <ListRow label={t('transfer.row.tradeDay')} value={days.weekday(dates.tradeDay)} />
      <ListRow label={t('transfer.row.confirmsAt')} value={days.moment(dates.settlesAt)} />
      <ListRow label={t('transfer.row.cancellable')} value={days.moment(dates.cutOffAt)} />
      <ListRow
        label={t('transfer.row.availableAfter')}
        value={format.money(available > amount ? available - amount : 0n)}
      />
    </dl>
  )
}

interface Transfer {
  submission: Submission
  busy: boolean
  /** The days on which it would count now, by this clock or as the server said. */
  dates: FundDates
  /** The day differs from the one first shown. */
  changed: boolean
  confirm: () => void
}

/** The displayed day is sent with the request. A lost answer is looked up by its key. */
function useTransfer(amount: bigint, onDone: (lot: FundLot) => void): Transfer {
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
