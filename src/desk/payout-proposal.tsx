import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { call } from '#api/call.ts'
import { FormFrame } from '#components/form-frame.tsx'
import { proposePayoutChange } from '#contract/endpoints/desk.ts'
import { Select } from '#desk/select.tsx'
import { type FieldProps, useFields } from '#i18n/fields.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { useForm } from '#forms/use-form.ts'
import { Button } from '#ui/button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { TextField } from '#ui/text-field.tsx'
import { currency, type PayoutForm } from '#contract/payout.ts'
import { arrangedSchema, type Fields } from '#forms/form.ts'

interface ProposalFields extends Fields {
  kind: ProposalKind
  holder: string
  nationality: string
  bank: string
  number: string
  address: string
  currency: string
  why: string
}
type ProposalKind = PayoutForm['kind']

const NEEDED = {
  bank_card: ['holder', 'nationality', 'bank', 'number', 'address', 'why'],
  currency_address: ['holder', 'nationality', 'currency', 'address', 'why'],
} as const satisfies Record<ProposalKind, readonly (keyof ProposalFields)[]>
type ProposalField = (typeof NEEDED)[ProposalKind][number]
const fieldsOf = (kind: ProposalKind): readonly ProposalField[] => NEEDED[kind]

const CURRENCIES = currency.options
export const emptyProposal = (kind: ProposalKind): ProposalFields => ({
  kind,
  holder: '',
  nationality: '',
  bank: '',
  number: '',
  address: '',
  currency: 'USDT-TRC20',
  why: '',
})

/** The server verifies the check digits. */
export const proposalForm = arrangedSchema(
  z.omit(proposePayoutChange.body, { account: true }),
  ({ why, ...fields }: ProposalFields) => ({
    why,
    proposed: { ...fields, nationality: fields.nationality.trim().toUpperCase() },
  }),
)

interface Props {
  account: string
  kind: ProposalKind
}

/** Opened with a tap, because changes are rarely proposed. */
export function PayoutProposal(props: Props) {
  const { t } = useTranslation('desk')
  const [open, setOpen] = useState(false)
  if (open) return <ProposalForm {...props} onClose={() => setOpen(false)} />
  return (
    <Button variant="secondary" className="self-start" onClick={() => setOpen(true)}>
      {t('change.propose')}
    </Button>
  )
}

function ProposalForm({ account, kind: first, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('desk')
  const show = useSetAtom(showToastAtom)
  const handle = useForm({
    schema: proposalForm,
    initial: emptyProposal(first),
    send: (proposed) => call(proposePayoutChange, { body: { account, ...proposed } }),
    onAccepted: () => {
      show({ tone: 'good', text: t('change.sent') })
      onClose()
    },
  })
  const { field } = useFields(handle)
  const { kind } = handle.form.fields
  return (
    <FormFrame
      handle={handle}
      submitLabel={t('change.submit')}
      onCancel={onClose}
      className="gap-3 pt-2"
    >
      <Segmented
        label={t('change.kind')}
        options={[
          { id: 'bank_card', label: t('change.bank_card') },
          { id: 'currency_address', label: t('change.currency_address') },
        ]}
        selected={kind}
        onSelect={(id) => handle.change('kind', id)}
      />
      {fieldsOf(kind).map((name) => (
        <ProposalInput key={name} {...field(name)} />
      ))}
      <p className="text-sm text-ink-2">{t('change.hold')}</p>
    </FormFrame>
  )
}

function ProposalInput(props: FieldProps<ProposalField>) {
  const { t } = useTranslation('desk')
  const { name, value, onValue } = props
  if (name === 'currency') {
    return (
      <Select
        label={t('change.currency')}
        value={value}
        options={CURRENCIES.map((id) => ({ id, label: id }))}
        onSelect={onValue}
      />
    )
  }
  return <TextField {...props} label={t(`change.${name}`)} autoComplete="off" />
}
