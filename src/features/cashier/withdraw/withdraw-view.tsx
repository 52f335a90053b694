import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { WithdrawalTerms } from '#contract/cashier.ts'
import type { PayoutAccount } from '#contract/payout.ts'
import { AmountField } from '#features/cashier/amount-field.tsx'
import { Explained } from '#features/cashier/explained.tsx'
import { useDestination } from '#features/cashier/names.ts'
import { useAmountText } from '#i18n/amount-text.ts'
import { fieldText, mostOf } from '#forms/amounts.ts'
import { usePracticeRule } from '#features/cashier/practice-rule.ts'
import {
  checkWithdraw,
  draftOf,
  feeTermsOf,
  type WithdrawDraft,
  type WithdrawFields,
  withdrawLimits,
} from '#features/cashier/withdraw/withdraw-form.ts'
import { useFormat } from '#i18n/use-format.ts'
import { FormFrame } from '#components/form-frame.tsx'
import { useForm } from '#forms/use-form.ts'
import { formSchema } from '#forms/form.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ListRow } from '#ui/list-row.tsx'

interface Props {
  terms: WithdrawalTerms
  account: PayoutAccount
  /** Null until it is received. */
  available: bigint | null
  practice: boolean
  /** Called with valid figures that are to be confirmed. */
  onDraft: (draft: WithdrawDraft) => void
}

/** The amount to withdraw, its fee and the net amount, before the confirmation. */
export function WithdrawView({ terms, account, available, practice, onDraft }: Props) {
  const { t } = useTranslation('cashier')
  const limits = withdrawLimits(terms, available)
  const handle = useForm({
    initial: { amount: '' },
    schema: formSchema<WithdrawFields>((fields) => checkWithdraw(fields, limits)),
    // Nothing is sent yet: valid figures are passed on for confirmation.
    send: async (fields) => {
      const sound = draftOf(fields.amount, terms, account)
      if (sound !== null) onDraft(sound)
      return { ok: true, value: undefined }
    },
    onAccepted: () => undefined,
  })
  const { form, summary, change, leave } = handle
  const wordOf = useAmountText()
  const issue = summary.issues.amount
  const draft = draftOf(form.fields.amount, terms, account)
  const most = mostOf(limits)
  return (
    <FormFrame
      online
      handle={handle}
      submitLabel={t('withdraw.next')}
      disabled={terms.remainingToday === 0}
    >
      <Card className="flex flex-col gap-3">
        <AvailableLine available={available} />
        <AmountField
          label={t('withdraw.amount')}
          amount={form.fields.amount}
          onAmount={(text) => change('amount', text)}
          onLeave={() => leave('amount')}
          maximum={limits.maximum}
          error={issue === undefined ? undefined : wordOf(issue, limits)}
          hint={<Range terms={terms} />}
          trailing={
            <Button
              variant="quiet"
              size="sm"
              disabled={available === null || most <= 0n}
              onClick={() => change('amount', fieldText(most))}
            >
              {t('withdraw.all')}
            </Button>
          }
        />
      </Card>
      <WithdrawSummary draft={draft} terms={terms} account={account} />
      <p className="flex items-start gap-2 rounded-control bg-brand-soft px-3 py-2.5 text-sm text-brand-strong">
        <ShieldCheck aria-hidden size={18} className="mt-0.5 shrink-0" />
        {t('withdraw.neverPay')}
      </p>
      {practice && <PracticeNote />}
    </FormFrame>
  )
}

interface SummaryProps {
  /** Null when there is no amount yet. */
  draft: WithdrawDraft | null
  terms: WithdrawalTerms
  account: PayoutAccount
}

/** The fee and the net amount, the destination, and the remaining withdrawals of today. */
function WithdrawSummary({ draft, terms, account }: SummaryProps) {
  const { t } = useTranslation('cashier')
  const format = useFormat()
  const destinationOf = useDestination()
  const { rate, minimum } = feeTermsOf(terms, account)
  const rule = { rate: format.percentFromBps(rate), minimum: format.money(minimum) }
  const { remainingToday: count, resetsAt } = terms
  return (
    <Card>
      <dl className="divide-y divide-line/60">
        <ListRow
          label={t('withdraw.fee')}
          value={draft === null ? '—' : format.money(draft.fee)}
          hint={t('withdraw.feeRule', rule)}
        />
        <ListRow
          label={t('withdraw.net')}
          value={draft === null ? '—' : <strong>{format.money(draft.net)}</strong>}
        />
        <ListRow label={t('withdraw.destination')} value={destinationOf(account)} />
      </dl>
      <p className="border-t border-line/60 pt-2 text-xs text-ink-2">
        {count === 0
          ? t('withdraw.noneLeft', { time: format.weekdayTime(resetsAt) })
          : `${t('withdraw.remaining', { count })} · ${t('withdraw.resets', { time: format.weekdayTime(resetsAt) })}`}
      </p>
    </Card>
  )
}

function PracticeNote() {
  const { t } = useTranslation('cashier')
  const rule = usePracticeRule('withdrawal')
  return (
    <div className="text-sm text-ink-2">
      <Explained help={rule}>{t('practice.withdraw')}</Explained>
    </div>
  )
}

function AvailableLine({ available }: { available: bigint | null }) {
  const { t } = useTranslation('cashier')
  const format = useFormat()
  return (
    <div>
      <p className="text-xs text-ink-2">{t('withdraw.available')}</p>
      <output aria-label={t('withdraw.available')} className="figures text-figure font-bold">
        {available === null ? '—' : format.money(available)}
      </output>
    </div>
  )
}

function Range({ terms }: { terms: WithdrawalTerms }) {
  const { t } = useTranslation('cashier')
  const format = useFormat()
  return (
    <span>
      {t('amount.range', {
        minimum: format.money(terms.minimum),
        maximum: format.money(terms.maximum),
      })}
    </span>
  )
}
