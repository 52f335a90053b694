import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommand } from '#commands/commands.ts'
import { openRedemption } from '#contract/endpoints/fund.ts'
import type { FundRedemption, FundState, FundTerms } from '#contract/fund.ts'
import { useServerNow } from '#data/use-server-now.ts'
import { dayFrom } from '#features/fund/transfer/changed-day.ts'
import { ConfirmState } from '#features/fund/transfer/confirm-state.tsx'
import {
  confirmFormOf,
  needsPassword,
  type PayDates,
  payDates,
  WITHDRAW_PLACES,
  type WithdrawDraft,
} from '#features/fund/withdraw/withdraw-form.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { SubmitButton } from '#components/form-frame.tsx'
import type { ConfirmFields } from '#forms/confirm-form.ts'
import { type FormHandle, useForm } from '#forms/use-form.ts'
import { formatAmount } from '#rules/amounts.ts'
import { Button } from '#ui/button.tsx'
import { TradingPassword } from '#components/trading-password.tsx'
import { ListRow } from '#ui/list-row.tsx'

interface Options {
  draft: WithdrawDraft
  terms: FundTerms
  onDone: (redemption: FundRedemption) => void
}

/**
 * The confirmation of one withdrawal from the fund: figures, day and password are sent together and confirm nothing
 * else.
 */
interface Withdrawal {
  handle: FormHandle<ConfirmFields>
  needed: boolean
  dates: PayDates
  /** The day differs from the one first shown. */
  changed: boolean
}

function useWithdrawal({ draft, terms, onDone }: Options): Withdrawal {
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

interface Props {
  draft: WithdrawDraft
  fund: FundState
  terms: FundTerms
  onBusy: (busy: boolean) => void
  onBack: () => void
  onDone: (redemption: FundRedemption) => void
}

/** The confirmation: this amount on this day; large amounts with the trading password. */
export function WithdrawReview({ draft, fund, terms, onBusy, onBack, onDone }: Props) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const days = useDayText()
  const withdrawal = useWithdrawal({ draft, terms, onDone })
  const { handle, needed, dates, changed } = withdrawal
  const { form, summary, submit } = handle
  useTellBusy(summary.busy, onBusy)
  // A refusal of the password is shown next to its field.
  const submission = summary.refusals.tradingPassword === undefined ? form.submission : EDITING
  return (
    <form noValidate onSubmit={submit} className="flex animate-untouched flex-col gap-4">
      <Rows draft={draft} stays={fund.total - draft.amount} dates={dates} />
      {needed && <Password withdrawal={withdrawal} terms={terms} />}
      <ConfirmState
        submission={submission}
        changed={changed ? t('withdraw.dayChanged', { day: days.weekday(dates.payDay) }) : null}
      />
      <div className="flex flex-col gap-2">
        <SubmitButton online submission={form.submission}>
          {t('withdraw.submit', { amount: format.money(draft.amount) })}
        </SubmitButton>
        <Button variant="secondary" block disabled={summary.busy} onClick={onBack}>
          {t('withdraw.back')}
        </Button>
      </div>
    </form>
  )
}

const EDITING = { status: 'editing' } as const

/** The sheet must not be closed while a command is running. */
function useTellBusy(busy: boolean, onBusy: (busy: boolean) => void): void {
  const tell = useEffectEvent(onBusy)
  useEffect(() => {
    tell(busy)
    return () => tell(false)
  }, [busy])
}

function Password({ withdrawal: { handle }, terms }: { withdrawal: Withdrawal; terms: FundTerms }) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  return (
    <TradingPassword
      handle={handle}
      label={t('withdraw.password')}
      hint={t('withdraw.passwordHint', { amount: format.money(terms.passwordAbove) })}
    />
  )
}

interface RowsProps {
  draft: WithdrawDraft
  stays: bigint
  dates: PayDates
}

function Rows({ draft, stays, dates }: RowsProps) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const days = useDayText()
  const { paysAt, cancellableUntil, earnsUntil } = dates
  return (
    <dl className="divide-y divide-line/60">
      <ListRow
        label={t('withdraw.row.amount')}
        value={<strong className="text-base">{format.money(draft.amount)}</strong>}
      />
      <ListRow
        label={t('withdraw.row.paid')}
        value={paysAt === null ? t('withdraw.row.paidNow') : days.moment(paysAt)}
      />
      <ListRow label={t('withdraw.row.earnsUntil')} value={days.weekday(earnsUntil)} />
      {cancellableUntil !== null && (
        <ListRow label={t('withdraw.row.cancellable')} value={days.moment(cancellableUntil)} />
      )}
      <ListRow label={t('withdraw.row.stays')} value={format.money(stays > 0n ? stays : 0n)} />
    </dl>
  )
}
