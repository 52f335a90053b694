import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FundTerms } from '#contract/fund.ts'
import { QuickAmounts } from '#features/fund/quick-amounts.tsx'
import {
  quickAmounts,
  type TransferFields,
  type TransferLimits,
} from '#features/fund/transfer-form.ts'
import { useTransferWords } from '#features/fund/transfer-words.ts'
import { useAmountInput } from '#i18n/amount-input.ts'
import { useFormat } from '#i18n/format.ts'
import { fieldText, mostOf } from '#lib/amounts.ts'
import type { FormHandle } from '#lib/use-form.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextField } from '#ui/text-field.tsx'

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
  const wordOf = useTransferWords()
  const issue = summary.issues.amount
  const most = mostOf(limits)
  const known = limits.available !== null
  const input = useAmountInput({
    amount: form.fields.amount,
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
      {t('transfer.range', { minimum: money(minimum), maximum: money(maximum) })}
      <span className="block">
        {t('transfer.room', { limit: money(holdingMaximum), left: money(room) })}
      </span>
    </span>
  )
}
