import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '#lib/api-error.ts'
import { call } from '#api/call.ts'
import { proposeFundRate } from '#contract/endpoints/desk.ts'
import { DAILY_RATE_MAX } from '#contract/fund.ts'
import { Facts } from '#desk/facts.tsx'
import { FormFrame, FRAMED } from '#desk/form-frame.tsx'
import { RateFigures } from '#desk/rate-detail.tsx'
import {
  EMPTY_RATE,
  type RateFields,
  type RateIssues,
  readRate,
  typedRate,
} from '#desk/rate-form.ts'
import { useEarliest } from '#desk/use-earliest.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { showToastAtom } from '#lib/toasts.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

/** Opened with a tap, because rates are rarely proposed. */
export function RateProposalForm() {
  const { t } = useTranslation('desk')
  const [open, setOpen] = useState(false)
  return (
    <section aria-label={t('rate.propose')} className="flex flex-col gap-3">
      <p className="text-sm text-ink-2">{t('rate.hint')}</p>
      {open ? (
        <Form onClose={() => setOpen(false)} />
      ) : (
        <Button variant="secondary" className="self-start" onClick={() => setOpen(true)}>
          {t('rate.propose')}
        </Button>
      )}
    </section>
  )
}

function Form({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('desk')
  const show = useSetAtom(showToastAtom)
  const [fields, setFields] = useState<RateFields>(EMPTY_RATE)
  const [issues, setIssues] = useState<RateIssues>({})
  const [error, setError] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    const read = readRate(fields)
    setIssues(read.ok ? {} : read.issues)
    if (!read.ok || busy) return
    setBusy(true)
    const answer = await call(proposeFundRate, { body: read.body })
    setBusy(false)
    if (!answer.ok) return setError(answer.error)
    show({ tone: 'good', text: t('rate.sent') })
    onClose()
  }
  return (
    <FormFrame
      submitLabel={t('rate.submit')}
      busy={busy}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
      className={`max-w-md ${FRAMED}`}
    >
      <Fields fields={fields} issues={issues} onFields={setFields} />
    </FormFrame>
  )
}

interface FieldsProps {
  fields: RateFields
  issues: RateIssues
  onFields: (fields: RateFields) => void
}

function Fields({ fields, issues, onFields }: FieldsProps) {
  const { t } = useTranslation('desk')
  const { issueText } = useErrorText()
  const days = useDayText()
  const earliest = useEarliest()
  const dailyRate = typedRate(fields.dailyRate)
  const field = (name: keyof RateFields) => {
    const issue = issues[name]
    return {
      name,
      value: fields[name],
      onValue: (value: string) => onFields({ ...fields, [name]: value }),
      error: issue === undefined ? undefined : issueText(issue),
      autoComplete: 'off',
    }
  }
  return (
    <>
      <TextField
        {...field('from')}
        label={t('rate.firstDay')}
        type="date"
        min={earliest ?? undefined}
        hint={earliest === null ? undefined : t('rate.earliest', { day: days.date(earliest) })}
      />
      <TextField
        {...field('dailyRate')}
        label={t('rate.dailyField', { max: DAILY_RATE_MAX })}
        inputMode="numeric"
      />
      <div role="status">
        {dailyRate !== null && (
          <Facts>
            <RateFigures dailyRate={dailyRate} />
          </Facts>
        )}
      </div>
      <TextField {...field('why')} label={t('rate.whyField')} maxLength={200} />
    </>
  )
}
