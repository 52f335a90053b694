import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { FundState, FundTerms } from '#contract/fund.ts'
import { datesAt, leftAt } from '#features/fund/fund-day.ts'
import { QuickAmounts } from '#features/fund/quick-amounts.tsx'
import {
  checkTransfer,
  quickAmounts,
  type TransferFields,
  type TransferLimits,
  transferLimits,
} from '#features/fund/transfer-form.ts'
import { TransferSteps } from '#features/fund/transfer-steps.tsx'
import { useTransferWords } from '#features/fund/transfer-words.ts'
import { useAmountInput } from '#i18n/amount-input.ts'
import { useFormat } from '#i18n/format.ts'
import { amountOf, fieldText, mostOf } from '#lib/amounts.ts'
import { type FormHandle, useForm } from '#lib/use-form.ts'
import { useServerNow } from '#lib/use-server-now.ts'
import { ratesAtom } from '#streams'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextField } from '#ui/text-field.tsx'

interface Props {
  terms: FundTerms
  fund: FundState
  /** Null: not heard yet. */
  available: bigint | null
  /** A sound amount, to be confirmed. */
  onAmount: (amount: bigint) => void
}

/** How much to transfer in, what may be and what will happen, before anything is confirmed. */
export function TransferView({ terms, fund, available, onAmount }: Props) {
  const { t } = useTranslation('fund')
  const rates = useAtomValue(ratesAtom)
  const now = useServerNow()
  const limits = transferLimits(terms, fund, available)
  const handle = useForm<TransferFields>({
    initial: { amount: '' },
    check: (fields) => checkTransfer(fields, limits),
    fieldOf: () => null,
    // Nothing is sent yet: a sound amount goes on to be confirmed.
    send: async (fields) => {
      onAmount(amountOf(fields.amount) ?? 0n)
      return { ok: true, value: undefined }
    },
    onAccepted: () => undefined,
  })
  const left = leftAt(fund.subscriptions, fund.resetsAt, now)
  return (
    <form noValidate onSubmit={handle.submit} className="flex flex-col gap-4">
      <AmountCard handle={handle} limits={limits} available={available} />
      <Counts left={left} resetsIn={fund.resetsAt - now} />
      <TransferSteps
        dates={datesAt(now)}
        now={now}
        amount={amountOf(handle.form.fields.amount)}
        rates={'value' in rates ? rates.value : []}
      />
      <Button type="submit" size="lg" block disabled={left === 0 || available === null}>
        {t('transfer.next')}
      </Button>
    </form>
  )
}

interface CardProps {
  handle: FormHandle<TransferFields>
  limits: TransferLimits
  available: bigint | null
}

function AmountCard({ handle, limits, available }: CardProps) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const { form, summary, change, leave } = handle
  const wordOf = useTransferWords()
  const issue = summary.issues.amount
  const most = mostOf(limits)
  const input = useAmountInput({
    amount: form.fields.amount,
    limits,
    onAmount: (text) => change('amount', text),
    onLeave: () => leave('amount'),
  })
  return (
    <Card className="flex flex-col gap-3">
      <TextField
        {...input}
        figure
        name="amount"
        label={t('transfer.amount')}
        error={issue === undefined ? undefined : wordOf(issue, limits)}
        hint={<Limits limits={limits} />}
        trailing={
          <Button
            variant="quiet"
            size="sm"
            disabled={available === null || most < limits.minimum}
            onClick={() => change('amount', fieldText(most))}
          >
            {t('transfer.all')}
          </Button>
        }
      />
      <QuickAmounts
        label={t('transfer.quick')}
        amounts={quickAmounts(available === null ? null : limits)}
        onAmount={(amount) => change('amount', fieldText(amount))}
      />
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 border-t border-line/60 pt-3 text-sm text-ink-2">
        {t('transfer.available')}
        <output aria-label={t('transfer.available')} className="figures font-semibold text-ink">
          {available === null ? '—' : format.money(available)}
        </output>
      </p>
    </Card>
  )
}

/** What may be, said before anything is typed. */
function Limits({ limits }: { limits: TransferLimits }) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const { minimum, maximum, holdingMaximum, room } = limits
  return (
    <span className="figures">
      {t('transfer.range', { minimum: format.money(minimum), maximum: format.money(maximum) })}
      <span className="block">
        {t('transfer.room', { limit: format.money(holdingMaximum), left: format.money(room) })}
      </span>
    </span>
  )
}

function Counts({ left, resetsIn }: { left: number; resetsIn: number }) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  return (
    <p className="figures px-1 text-center text-sm text-ink-2">
      {left === 0
        ? t('transfer.noneLeft', { left: format.countdown(resetsIn) })
        : t('transfer.remaining', { count: left })}
    </p>
  )
}
