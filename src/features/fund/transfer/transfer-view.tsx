import { DAY_MS } from '#contract/time.ts'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FundRate, FundState, FundTerms } from '#contract/fund.ts'
import { datesAt, leftAt } from '#features/fund/fund-day.ts'
import { firstIncome } from '#features/fund/fund-figures.ts'
import { TransferAmount } from '#features/fund/transfer/transfer-amount.tsx'
import {
  checkTransfer,
  type TransferFields,
  transferLimits,
} from '#features/fund/transfer/transfer-form.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { FormFrame } from '#components/form-frame.tsx'
import { DepositLink, PauseReason } from '#components/pause-reason.tsx'
import { useForm } from '#forms/use-form.ts'
import { formSchema } from '#forms/form.ts'
import { useServerNow } from '#data/use-server-now.ts'
import { parseAmount } from '#rules/amounts.ts'
import type { FundDates } from '#rules/fund-calendar.ts'
import { topicAtom } from '#streams'
import { ListRow } from '#ui/list-row.tsx'
import { Section } from '#ui/section.tsx'
import { Timeline } from '#ui/timeline.tsx'

interface Props {
  terms: FundTerms
  fund: FundState
  /** Null until it is received. */
  available: bigint | null
  /** Called with a valid amount that is to be confirmed. */
  onAmount: (amount: bigint) => void
  /** Shown when there is nothing to transfer: the way to get practice money. */
  practice: ReactNode
}

/** The amount to transfer, its limits and its dates, before the confirmation. */
export function TransferView({ terms, fund, available, onAmount, practice }: Props) {
  const { t } = useTranslation('fund')
  const rates = useAtomValue(topicAtom('rates'))
  const now = useServerNow()
  const limits = transferLimits(terms, fund, available)
  const handle = useForm({
    initial: { amount: '' },
    schema: formSchema<TransferFields>((fields) => checkTransfer(fields, limits)),
    // Nothing is sent yet: a valid amount is passed on for confirmation.
    send: async (fields) => {
      onAmount(parseAmount(fields.amount) ?? 0n)
      return { ok: true, value: undefined }
    },
    onAccepted: () => undefined,
  })
  const left = leftAt(fund.subscriptions, fund.resetsAt, now)
  return (
    <FormFrame
      online
      handle={handle}
      submitLabel={t('transfer.next')}
      disabled={left === 0 || available === null}
    >
      <TransferAmount handle={handle} terms={terms} limits={limits}>
        <Left available={available} left={left} fund={fund} now={now} />
      </TransferAmount>
      {available !== null && available < terms.minimum && <NoMoney practice={practice} />}
      <TransferSteps
        dates={datesAt(now)}
        now={now}
        amount={parseAmount(handle.form.fields.amount)}
        rates={'value' in rates ? rates.value : []}
      />
    </FormFrame>
  )
}

interface LeftProps {
  available: bigint | null
  left: number
  fund: FundState
  now: number
}

/** The available balance and the remaining transfers of today. */
function Left({ available, left, fund, now }: LeftProps) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const { limit } = fund.subscriptions
  return (
    <dl className="-mb-2 divide-y divide-line/60 border-t border-line/60">
      <ListRow
        label={t('transfer.available')}
        value={
          <output aria-label={t('transfer.available')}>
            {available === null ? '—' : format.money(available)}
          </output>
        }
      />
      <ListRow
        label={t('transfer.leftToday')}
        value={t('tab.ofLimit', { count: left, limit })}
        hint={
          left === 0
            ? t('transfer.noneLeft', { left: format.countdown(fund.resetsAt - now) })
            : undefined
        }
      />
    </dl>
  )
}

interface StepsProps {
  dates: FundDates
  now: number
  /** Null when there is no amount yet. */
  amount: bigint | null
  rates: readonly FundRate[]
}

/** The steps and dates of a transfer made now. */
function TransferSteps({ dates, now, amount, rates }: StepsProps) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const days = useDayText()
  const { tradeDay, cutOffAt, settleDay, settlesAt } = dates
  const until = { time: format.clock(cutOffAt), left: format.countdown(cutOffAt - now) }
  const income = amount === null ? null : firstIncome(amount, rates, settleDay)
  return (
    <Section title={t('transfer.steps')} note={income === null ? undefined : t('state.varies')}>
      <div className="px-4 py-3">
        <Timeline
          label={t('transfer.steps')}
          steps={[
            {
              id: 'transfer',
              label: t('transfer.step.transfer', { day: days.weekday(tradeDay) }),
              time: t('transfer.step.cancellable', until),
              state: 'current',
            },
            {
              id: 'confirm',
              label: t('transfer.step.confirm'),
              time: days.moment(settlesAt),
              state: 'ahead',
            },
            {
              id: 'income',
              label:
                income === null
                  ? t('transfer.step.income')
                  : t('transfer.step.incomeAbout', { amount: format.money(income) }),
              time: days.moment(settlesAt + DAY_MS),
              state: 'ahead',
            },
          ]}
        />
      </div>
    </Section>
  )
}

function NoMoney({ practice }: { practice: ReactNode }) {
  const { t } = useTranslation('fund')
  return (
    <div className="flex flex-col gap-3 rounded-card bg-info-soft p-4 text-sm text-info">
      <p>{t('transfer.noMoney')}</p>
      <div className="flex flex-wrap gap-2">
        {practice}
        <DepositLink variant="secondary" size="sm">
          {t('transfer.deposit')}
        </DepositLink>
      </div>
      <PauseReason />
    </div>
  )
}
