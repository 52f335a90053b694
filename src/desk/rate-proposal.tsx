import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { FormFrame } from '#components/form-frame.tsx'
import { proposeFundRate } from '#contract/endpoints/desk.ts'
import { DAILY_RATE_MAX } from '#contract/fund.ts'
import { Facts } from '#desk/facts.tsx'
import { RateFigures } from '#desk/rate-detail.tsx'
import { EMPTY_RATE, type RateFields, rateForm, typedRate } from '#desk/rate-form.ts'
import { useEarliest } from '#desk/use-earliest.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useFields } from '#i18n/fields.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { type FormHandle, useForm } from '#forms/use-form.ts'
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
  const handle = useForm({
    schema: rateForm,
    initial: EMPTY_RATE,
    send: (body) => call(proposeFundRate, { body }),
    onAccepted: () => {
      show({ tone: 'good', text: t('rate.sent') })
      onClose()
    },
  })
  return (
    <FormFrame
      handle={handle}
      submitLabel={t('rate.submit')}
      onCancel={onClose}
      className="max-w-md gap-3 rounded-card border border-line bg-surface p-4"
    >
      <RateFieldset handle={handle} />
    </FormFrame>
  )
}

function RateFieldset({ handle }: { handle: FormHandle<RateFields> }) {
  const { t } = useTranslation('desk')
  const { field } = useFields(handle)
  const days = useDayText()
  const earliest = useEarliest()
  const dailyRate = typedRate(handle.form.fields.dailyRate)
  return (
    <>
      <TextField
        {...field('from')}
        autoComplete="off"
        label={t('rate.firstDay')}
        type="date"
        min={earliest ?? undefined}
        hint={earliest === null ? undefined : t('rate.earliest', { day: days.date(earliest) })}
      />
      <TextField
        {...field('dailyRate')}
        autoComplete="off"
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
      <TextField {...field('why')} label={t('rate.whyField')} autoComplete="off" maxLength={200} />
    </>
  )
}
