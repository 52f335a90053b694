import { useTranslation } from 'react-i18next'
import type { FundState, FundTerms } from '#contract/fund.ts'
import { instantLeftAt, leftAt } from '#features/fund/fund-day.ts'
import { SpeedChoice } from '#features/fund/withdraw/speed-choice.tsx'
import { FormFrame } from '#components/form-frame.tsx'
import { useServerNow } from '#data/use-server-now.ts'
import {
  checkWithdraw,
  draftOf,
  speedOf,
  type WithdrawDraft,
  type WithdrawFields,
  withdrawIssue,
  type WithdrawIssue,
  type WithdrawLimits,
  withdrawLimits,
} from '#features/fund/withdraw/withdraw-form.ts'
import { useAmountInput } from '#i18n/amount-input.ts'
import { useAmountText } from '#i18n/amount-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { fieldText, mostOf } from '#forms/amounts.ts'
import { type FormHandle, useForm } from '#forms/use-form.ts'
import { formSchema } from '#forms/form.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

interface Props {
  initial: WithdrawFields
  fund: FundState
  terms: FundTerms
  /** Called with valid figures to confirm, and the fields as they were typed. */
  onDraft: (draft: WithdrawDraft, fields: WithdrawFields) => void
}

/** The amount to withdraw, and when it is to be paid out. */
export function WithdrawView({ initial, fund, terms, onDraft }: Props) {
  const { t } = useTranslation('fund')
  const now = useServerNow()
  const instantLeft = instantLeftAt(fund, terms.instantMaximum, now)
  const limits = withdrawLimits(fund.redeemable, instantLeft)
  const handle = useForm({
    initial,
    schema: formSchema<WithdrawFields>((fields) => checkWithdraw(fields, limits)),
    // Nothing is sent yet: valid figures are passed on for confirmation.
    send: async (fields) => {
      onDraft(draftOf(fields), fields)
      return { ok: true, value: undefined }
    },
    onAccepted: () => undefined,
  })
  const left = leftAt(fund.redemptions, fund.resetsAt, now)
  return (
    <FormFrame
      online
      handle={handle}
      submitLabel={t('withdraw.next')}
      disabled={left === 0 || fund.redeemable === 0n}
    >
      <Amount handle={handle} limits={limits} fund={fund} />
      <SpeedChoice
        selected={speedOf(handle.form.fields.speed)}
        instantLeft={instantLeft}
        now={now}
        onSelect={(speed) => handle.change('speed', speed)}
      />
      <Counts left={left} resetsIn={fund.resetsAt - now} />
    </FormFrame>
  )
}

/** The texts of issues with the amount of a withdrawal, with the limits that it has to respect. */
function useWithdrawText(resetsAt: number) {
  const { t } = useTranslation('errors')
  const wordOf = useAmountText()
  const format = useFormat()
  return ({ code, bound }: WithdrawIssue, limits: WithdrawLimits): string => {
    const { instantLeft, available } = limits
    if (code !== 'too_large') return wordOf(code, limits)
    if (bound === 'instant')
      return t('instant_limit_reached', {
        remaining: format.money(instantLeft),
        resetsAt: format.dateClock(resetsAt),
      })
    return available === mostOf(limits)
      ? t('redeemable_too_low', { redeemable: format.money(available) })
      : wordOf(code, limits)
  }
}

interface AmountProps {
  handle: FormHandle<WithdrawFields>
  limits: WithdrawLimits
  fund: FundState
}

function Amount({ handle, limits, fund }: AmountProps) {
  const { t } = useTranslation('fund')
  const { form, summary, change, leave } = handle
  const wordOf = useWithdrawText(fund.resetsAt)
  const issue = summary.issues.amount === undefined ? null : withdrawIssue(form.fields, limits)
  const input = useAmountInput({
    amount: form.fields.amount,
    onAmount: (text) => change('amount', text),
    onLeave: () => leave('amount'),
    maximum: limits.maximum,
  })
  return (
    <TextField
      {...input}
      figure
      name="amount"
      label={t('withdraw.amount')}
      error={issue === null ? undefined : wordOf(issue, limits)}
      hint={<Redeemable fund={fund} />}
      trailing={
        <Button
          variant="quiet"
          size="sm"
          disabled={fund.redeemable === 0n}
          onClick={() => change('amount', fieldText(mostOf(limits)))}
        >
          {t('withdraw.all')}
        </Button>
      }
    />
  )
}

function Redeemable({ fund: { redeemable, pending } }: { fund: FundState }) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  return (
    <span className="figures">
      {t('withdraw.redeemable')}{' '}
      <output aria-label={t('withdraw.redeemable')} className="font-semibold text-ink">
        {format.money(redeemable)}
      </output>
      {pending > 0n && (
        <span className="block">
          {t('withdraw.pendingHint', { amount: format.money(pending) })}
        </span>
      )}
    </span>
  )
}

function Counts({ left, resetsIn }: { left: number; resetsIn: number }) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  return (
    <p className="figures text-center text-xs text-ink-2">
      {left === 0
        ? t('withdraw.noneLeft', { left: format.countdown(resetsIn) })
        : t('withdraw.remaining', { count: left })}
    </p>
  )
}
