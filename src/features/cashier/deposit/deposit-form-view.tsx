import { useSetAtom } from 'jotai'
import { Coins, Copy, FlaskConical, Landmark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#components/refusal.tsx'
import { useCommand } from '#commands/commands.ts'
import type { DepositMethod, DepositTerms } from '#contract/cashier.ts'
import { openDeposit } from '#contract/endpoints/cashier.ts'
import { usePhoto, useSendPhoto } from '#data/use-photo.ts'
import { AmountField } from '#features/cashier/amount-field.tsx'
import { Explained } from '#features/cashier/explained.tsx'
import { useAmountText } from '#i18n/amount-text.ts'
import {
  checkDeposit,
  DEPOSIT_PLACES,
  depositBody,
  type DepositFields,
  depositLimits,
  methodOf,
  startDeposit,
} from '#features/cashier/deposit/deposit-form.ts'
import { usePracticeRule } from '#features/cashier/practice-rule.ts'
import { useMethodName } from '#features/cashier/names.ts'
import { useFields } from '#i18n/fields.ts'
import { useFormat } from '#i18n/use-format.ts'
import { SubmitButton } from '#components/form-frame.tsx'
import { usePhotoTexts } from '#i18n/photo-texts.ts'
import { previewOf } from '#data/photo-state.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { type FormHandle, useForm } from '#forms/use-form.ts'
import { formSchema } from '#forms/form.ts'
import { copyText } from '#lib/copy-text.ts'
import { formatAmount } from '#rules/amounts.ts'
import { IconButton } from '#ui/button.tsx'
import { PhotoField } from '#ui/photo-field.tsx'
import { QrCode } from '#ui/qr-code.tsx'

interface MethodListProps {
  methods: readonly DepositMethod[]
  selected: string
  onSelect: (id: string) => void
}

/** Not the sign of one currency: the methods of all of them have it. */
const ICONS = { bank: Landmark, currency: Coins } as const

/** The deposit methods. The limits of the chosen one are below the amount. */
function MethodList({ methods, selected, onSelect }: MethodListProps) {
  const { t } = useTranslation('cashier')
  const nameOf = useMethodName(methods)
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="pb-1.5 text-sm font-medium text-ink-2">{t('deposit.method')}</legend>
      {methods.map(({ id, kind }) => {
        const Icon = ICONS[kind]
        return (
          <label
            key={id}
            className="flex min-h-touch items-center gap-3 rounded-control border border-line bg-surface px-3 py-2 has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name="method"
              value={id}
              checked={id === selected}
              onChange={() => onSelect(id)}
              className="accent-brand"
            />
            <span className="min-w-0 flex-1 font-medium">{nameOf(id)}</span>
            <Icon aria-hidden size={20} className="shrink-0 text-ink-3" />
          </label>
        )
      })}
    </fieldset>
  )
}

/** Where to send the money: details to copy, and a QR code with all of them. */
function ReceivingDetails({ method }: { method: DepositMethod }) {
  const { t } = useTranslation('cashier')
  const toast = useSetAtom(showToastAtom)
  const copy = async (value: string): Promise<void> => {
    const done = await copyText(value)
    toast({ tone: done ? 'good' : 'bad', text: t(done ? 'copied' : 'copyFailed') })
  }
  return (
    <section aria-label={t('deposit.details')} className="rounded-control bg-sunken px-3 py-2">
      <h3 className="py-1 text-sm font-medium text-ink-2">{t('deposit.details')}</h3>
      <dl>
        {method.details.map(({ label, value }) => {
          const name = t(`deposit.detail.${label}`)
          return (
            <div key={label} className="grid grid-cols-[1fr_auto] items-center gap-x-2 py-1">
              <dt className="text-xs text-ink-2">{name}</dt>
              <dd className="figures min-w-0 text-sm font-medium break-all">{value}</dd>
              <dd className="col-start-2 row-span-2 row-start-1">
                <IconButton label={t('copy', { name })} onClick={() => void copy(value)}>
                  <Copy aria-hidden size={18} />
                </IconButton>
              </dd>
            </div>
          )
        })}
      </dl>
      {method.qr !== null && (
        <div className="flex justify-center py-2">
          <QrCode text={method.qr} label={t('deposit.qr')} />
        </div>
      )}
    </section>
  )
}

interface ProofPhotoProps {
  /** The photo prevents the form from being sent. */
  wrong: boolean
  refusal: string | undefined
  disabled: boolean
  onId: (id: string) => void
}

/** The optional proof of payment. */
function ProofPhoto({ wrong, refusal, disabled, onId }: ProofPhotoProps) {
  const { t } = useTranslation('cashier')
  const { textsOf, faultOf, waiting } = usePhotoTexts()
  const photo = usePhoto({ send: useSendPhoto('deposit_proof'), watermark: null, onId })
  const { state } = photo
  const label = t('deposit.proof')
  return (
    <PhotoField
      label={label}
      name="proof"
      texts={textsOf(state, label)}
      preview={previewOf(state)}
      phase={state.status === 'unreadable' ? 'empty' : state.status}
      part={state.status === 'uploading' ? state.part : 0}
      error={faultOf(state) ?? (wrong ? waiting : refusal)}
      disabled={disabled}
      onPick={photo.pick}
      onRemove={photo.remove}
      onRetry={photo.retry}
    />
  )
}

interface Props {
  terms: DepositTerms
  practice: boolean
  onDone: () => void
}

/** The form that reports a deposit: the method and the amount. The money counts once the deposit is approved. */
export function DepositFormView({ terms, practice, onDone }: Props) {
  const { t } = useTranslation('cashier')
  const toast = useSetAtom(showToastAtom)
  const command = useCommand(openDeposit)
  const handle = useForm({
    initial: startDeposit(terms.methods),
    schema: formSchema<DepositFields>((fields) => checkDeposit(fields, terms.methods)),
    places: DEPOSIT_PLACES,
    waiting: command.waiting,
    send: (fields, onConfirming) => {
      const body = depositBody(fields)
      return command.send({ body }, { amount: formatAmount(body.amount), onConfirming })
    },
    onAccepted: () => {
      toast({ tone: 'good', text: t('deposit.accepted') })
      onDone()
    },
  })
  const { form, summary, change, submit } = handle
  const { textOf } = useFields(handle)
  const method = methodOf(form.fields, terms.methods)
  return (
    <form noValidate onSubmit={submit}>
      <fieldset disabled={summary.busy} className="flex min-w-0 flex-col gap-4">
        {practice && <PracticeNote />}
        <MethodList
          methods={terms.methods}
          selected={form.fields.method}
          onSelect={(id) => change('method', id)}
        />
        <DepositAmount handle={handle} terms={terms} />
        {method !== undefined && <ReceivingDetails method={method} />}
        <ProofPhoto
          wrong={summary.issues.proof !== undefined}
          refusal={textOf('proof')}
          disabled={summary.busy}
          onId={(id) => change('proof', id)}
        />
        <Refusal error={summary.refusal} />
        <div className="sticky -bottom-4 z-10 -mx-4 -mb-4 flex flex-col gap-2 border-t border-line/60 bg-surface px-4 py-3">
          <RemainingDeposits terms={terms} />
          <SubmitButton online submission={form.submission}>
            {t(practice ? 'deposit.submitPractice' : 'deposit.submit')}
          </SubmitButton>
        </div>
      </fieldset>
    </form>
  )
}

function DepositAmount({
  handle,
  terms,
}: {
  handle: FormHandle<DepositFields>
  terms: DepositTerms
}) {
  const { t } = useTranslation('cashier')
  const { form, summary, change, leave } = handle
  const { textOf } = useFields(handle)
  const wordOf = useAmountText()
  const format = useFormat()
  const limits = depositLimits(methodOf(form.fields, terms.methods))
  const issue = summary.refusals.amount === undefined ? summary.issues.amount : undefined
  const range = { minimum: format.money(limits.minimum), maximum: format.money(limits.maximum) }
  return (
    <AmountField
      label={t('amount.label')}
      amount={form.fields.amount}
      onAmount={(text) => change('amount', text)}
      onLeave={() => leave('amount')}
      maximum={limits.maximum}
      error={issue === undefined ? textOf('amount') : wordOf(issue, limits)}
      hint={t('amount.range', range)}
    />
  )
}

/** So many deposits are enough for any day: that they are limited is said when fewer are left. */
const MANY_LEFT = 3

function RemainingDeposits({ terms: { remainingToday, resetsAt } }: { terms: DepositTerms }) {
  const { t } = useTranslation('cashier')
  const format = useFormat()
  if (remainingToday > MANY_LEFT) return null
  return (
    <p className="text-center text-xs text-ink-2">
      <span>{t('deposit.remaining', { count: remainingToday })}</span>
      {remainingToday === 0 && (
        <span className="block">{t('deposit.resets', { time: format.weekdayTime(resetsAt) })}</span>
      )}
    </p>
  )
}

function PracticeNote() {
  const { t } = useTranslation('cashier')
  const rule = usePracticeRule('deposit')
  return (
    <div className="flex items-start gap-2 rounded-control bg-info-soft px-3 py-2.5 text-sm text-info">
      <FlaskConical aria-hidden size={18} className="mt-0.5 shrink-0" />
      <Explained help={rule}>{t('practice.deposit')}</Explained>
    </div>
  )
}
