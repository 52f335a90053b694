import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldIssueCode } from '#contract/errors.ts'
import type { FundTerms } from '#contract/fund.ts'
import {
  quickAmounts,
  type TransferFields,
  transferIssue,
  type TransferLimits,
} from '#features/fund/transfer/transfer-form.ts'
import { useAmountInput } from '#i18n/amount-input.ts'
import { useAmountText } from '#i18n/amount-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { fieldText, mostOf } from '#forms/amounts.ts'
import type { FormHandle } from '#forms/use-form.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextField } from '#ui/text-field.tsx'

interface QuickAmountsProps {
  label: string
  amounts: readonly { amount: bigint; fits: boolean }[]
  onAmount: (amount: bigint) => void
}

/** Buttons with round amounts, so that the user need not type. */
function QuickAmounts({ label, amounts, onAmount }: QuickAmountsProps) {
  const format = useFormat()
  return (
    <div role="group" aria-label={label} className="flex gap-1.5">
      {amounts.map(({ amount, fits }) => (
        <button
          key={amount}
          type="button"
          disabled={!fits}
          onClick={() => onAmount(amount)}
          className="figures min-h-touch min-w-0 flex-1 rounded-lg bg-sunken px-1 text-sm font-medium active:bg-line disabled:opacity-50"
        >
          {format.number(Number(amount / 100n))}
        </button>
      ))}
    </div>
  )
}

/** The texts of issues with the amount of a transfer, with the limits that it has to respect. */
function useTransferText() {
  const { t } = useTranslation('errors')
  const wordOf = useAmountText()
  const format = useFormat()
  return (code: FieldIssueCode, limits: TransferLimits): string => {
    const issue = transferIssue(code, limits)
    return issue.code === 'too_large' && issue.bound === 'holding'
      ? t('fund_holding_limit', { limit: format.money(limits.holdingMaximum) })
      : wordOf(code, limits)
  }
}

interface Props {
  handle: FormHandle<TransferFields>
  terms: FundTerms
  limits: TransferLimits
  /** Below the amount. */
  children: ReactNode
}

/** The main amount of the page: typed, chosen from buttons, or the whole balance. */
export function TransferAmount({ handle, terms, limits, children }: Props) {
  const { t } = useTranslation('fund')
  const { form, summary, change, leave } = handle
  const wordOf = useTransferText()
  const issue = summary.issues.amount
  const most = mostOf(limits)
  const known = limits.available !== null
  const input = useAmountInput({
    amount: form.fields.amount,
    onAmount: (text) => change('amount', text),
    onLeave: () => leave('amount'),
    maximum: limits.maximum,
  })
  return (
    <Card className="flex flex-col gap-3">
      <TextField
        {...input}
        figure
        name="amount"
        label={t('transfer.amount')}
        error={issue === undefined ? undefined : wordOf(issue, limits)}
        hint={<Limits terms={terms} room={limits.room} />}
        trailing={
          <Button
            variant="quiet"
            size="sm"
            disabled={!known || most < limits.minimum}
            onClick={() => change('amount', fieldText(most))}
          >
            {t('transfer.all')}
          </Button>
        }
      />
      <QuickAmounts
        label={t('transfer.quick')}
        amounts={quickAmounts(known ? limits : null)}
        onAmount={(amount) => change('amount', fieldText(amount))}
      />
      {children}
    </Card>
  )
}

/** The limits, shown before the user types anything. */
function Limits({ terms, room }: { terms: FundTerms; room: bigint }) {
  const { t } = useTranslation('fund')
  const { money } = useFormat()
  const { minimum, maximum, holdingMaximum } = terms
  return (
    <span className="figures">
      <span>{t('transfer.range', { minimum: money(minimum), maximum: money(maximum) })}</span>
      {/* Said once the maximum of one transfer no longer fits. */}
      {room < maximum && (
        <span className="block">
          {t('transfer.room', { limit: money(holdingMaximum), left: money(room) })}
        </span>
      )}
    </span>
  )
}
