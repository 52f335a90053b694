import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '#lib/api-error.ts'
import { call } from '#api/call.ts'
import { proposePayoutChange } from '#contract/endpoints/desk.ts'
import { FormFrame } from '#desk/form-frame.tsx'
import {
  CURRENCIES,
  EMPTY_PROPOSAL,
  fieldsOf,
  type ProposalFields,
  type ProposalIssues,
  type ProposalKind,
  readProposal,
} from '#desk/proposal-form.ts'
import { Select } from '#desk/select.tsx'
import { useErrorText } from '#i18n/error-text.ts'
import { showToastAtom } from '#lib/toasts.ts'
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

function issuesFrom(error: ApiError): ProposalIssues {
  const issues: ProposalIssues = {}
  if (error.kind !== 'rejected') return issues
  for (const { path, code } of error.issues) {
    const field = fieldNames.find((each) => each === path.split('.').at(-1))
    if (field !== undefined) issues[field] = code
  }
  return issues
}
const fieldNames = [...new Set([...fieldsOf('bank_card'), ...fieldsOf('currency_address')])]

function ProposalForm({ account, kind: first, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('desk')
  const show = useSetAtom(showToastAtom)
  const [kind, setKind] = useState<ProposalKind>(first)
  const [fields, setFields] = useState<ProposalFields>(EMPTY_PROPOSAL)
  const [issues, setIssues] = useState<ProposalIssues>({})
  const [error, setError] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    const read = readProposal(kind, fields)
    setIssues(read.ok ? {} : read.issues)
    if (!read.ok || busy) return
    setBusy(true)
    const answer = await call(proposePayoutChange, { body: { account, ...read.body } })
    setBusy(false)
    if (answer.ok) {
      show({ tone: 'good', text: t('change.sent') })
      return onClose()
    }
    setIssues(issuesFrom(answer.error))
    setError(answer.error)
  }
  return (
    <FormFrame
      submitLabel={t('change.submit')}
      busy={busy}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
      className="pt-2"
    >
      <Segmented
        label={t('change.kind')}
        options={[
          { id: 'bank_card', label: t('change.bank_card') },
          { id: 'currency_address', label: t('change.currency_address') },
        ]}
        selected={kind}
        onSelect={setKind}
      />
      {fieldsOf(kind).map((field) => (
        <ProposalField
          key={field}
          field={field}
          value={fields[field]}
          issue={issues[field]}
          onValue={(value) => setFields({ ...fields, [field]: value })}
        />
      ))}
      <p className="text-sm text-ink-2">{t('change.hold')}</p>
    </FormFrame>
  )
}

interface FieldProps {
  field: keyof ProposalFields
  value: string
  issue: ProposalIssues[keyof ProposalFields]
  onValue: (value: string) => void
}

function ProposalField({ field, value, issue, onValue }: FieldProps) {
  const { t } = useTranslation('desk')
  const { issueText } = useErrorText()
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
      autoComplete="off"
      error={issue === undefined ? undefined : issueText(issue)}
    />
  )
}
