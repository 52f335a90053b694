import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { proposePayoutChange } from '#contract/endpoints/desk.ts'
import { FormFrame } from '#desk/form-frame.tsx'
import {
  CURRENCIES,
  emptyProposal,
  fieldsOf,
  type ProposalField,
  proposalForm,
  type ProposalKind,
} from '#desk/proposal-form.ts'
import { Select } from '#desk/select.tsx'
import { useFieldTexts } from '#i18n/field-texts.ts'
import { showToastAtom } from '#lib/toasts.ts'
import { useForm } from '#lib/use-form.ts'
import { Button } from '#ui/button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { TextField } from '#ui/text-field.tsx'

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
  const { form, summary, change, leave, submit } = useForm({
    schema: proposalForm,
    initial: emptyProposal(first),
    send: (proposed) => call(proposePayoutChange, { body: { account, ...proposed } }),
    onAccepted: () => {
      show({ tone: 'good', text: t('change.sent') })
      onClose()
    },
  })
  const { textOf } = useFieldTexts(summary)
  return (
    <FormFrame
      submitLabel={t('change.submit')}
      busy={summary.busy}
      error={summary.refusal}
      onSubmit={submit}
      onClose={onClose}
      className="pt-2"
    >
      <Segmented
        label={t('change.kind')}
        options={[
          { id: 'bank_card', label: t('change.bank_card') },
          { id: 'currency_address', label: t('change.currency_address') },
        ]}
        selected={form.fields.kind}
        onSelect={(kind) => change('kind', kind)}
      />
      {fieldsOf(form.fields.kind).map((field) => (
        <ProposalInput
          key={field}
          field={field}
          value={form.fields[field]}
          error={textOf(field)}
          onValue={(value) => change(field, value)}
          onBlur={() => leave(field)}
        />
      ))}
      <p className="text-sm text-ink-2">{t('change.hold')}</p>
    </FormFrame>
  )
}

interface InputProps {
  field: ProposalField
  value: string
  error: string | undefined
  onValue: (value: string) => void
  onBlur: () => void
}

function ProposalInput({ field, value, error, onValue, onBlur }: InputProps) {
  const { t } = useTranslation('desk')
  if (field === 'currency') {
    return (
      <Select
        label={t('change.currency')}
        value={value}
        options={CURRENCIES.map((id) => ({ id, label: id }))}
        onSelect={onValue}
      />
    )
  }
  return (
    <TextField
      label={t(`change.${field}`)}
      name={field}
      value={value}
      onValue={onValue}
      onBlur={onBlur}
      autoComplete="off"
      error={error}
    />
  )
}
