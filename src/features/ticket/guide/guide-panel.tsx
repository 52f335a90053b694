import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TicketSummary } from '#features/ticket/ticket-model.ts'
import { useFormat } from '#i18n/use-format.ts'
import { languageOf } from '#i18n/setup.ts'
import { durationText } from '#i18n/duration-text.ts'
import { Button } from '#ui/button.tsx'

interface Props {
  /** The figures of the ticket; null while it has no valid amount. */
  summary: TicketSummary | null
  onDone: () => void
}

const STEPS = ['payout', 'loss', 'breakEven', 'price'] as const
type Step = (typeof STEPS)[number]
/** Above this rate, being right half the time loses money. */
const HALF_BPS = 5_000

function useStepText(summary: TicketSummary | null): (step: Step) => string {
  const { t, i18n } = useTranslation('ticket')
  const format = useFormat()
  return (step) => {
    if (summary === null) return t('guide.noAmount')
    const { stake, payout, profit, loss, breakEvenRate, durationMs } = summary
    const text = t(`guide.${step}.text`, {
      stake: format.money(stake),
      payout: format.money(payout),
      profit: format.money(profit),
      loss: format.money(loss),
      rate: format.percentFromBps(breakEvenRate),
      duration: durationText(languageOf(i18n), durationMs),
    })
    if (step !== 'breakEven' || breakEvenRate <= HALF_BPS) return text
    return `${text} ${t('guide.breakEven.half')}`
  }
}

function StepText({ title, text }: { title: string; text: string }) {
  return (
    <>
      <strong className="block font-semibold">{title}</strong> <span>{text}</span>
    </>
  )
}

/**
 * What an order means, in four steps with the figures of the ticket below. All steps are as high as the highest, so
 * that neither the buttons nor the ticket move from one to the next.
 */
export function GuidePanel({ summary, onDone }: Props) {
  const { t } = useTranslation(['ticket', 'common'])
  const [at, setAt] = useState(0)
  const textOf = useStepText(summary)
  const step = STEPS[at] ?? 'price'
  const isLast = at === STEPS.length - 1
  return (
    <div className="flex flex-col gap-2">
      <p className="text-xs text-ink-2">
        {t('ticket:guide.step', { step: at + 1, steps: STEPS.length })}
      </p>
      <div className="grid text-sm text-ink">
        {STEPS.map((each) => (
          <p key={each} aria-hidden className="invisible col-start-1 row-start-1">
            <StepText title={t(`ticket:guide.${each}.title`)} text={textOf(each)} />
          </p>
        ))}
        <p aria-live="polite" className="col-start-1 row-start-1">
          <StepText title={t(`ticket:guide.${step}.title`)} text={textOf(step)} />
        </p>
      </div>
      <div className="flex items-center justify-between gap-2">
        {!isLast && (
          <Button variant="quiet" size="sm" onClick={onDone}>
            {t('ticket:guide.skip')}
          </Button>
        )}
        <div className="ms-auto flex gap-2">
          {at > 0 && (
            <Button
              variant="quiet"
              size="sm"
              className="min-w-touch"
              aria-label={t('common:back')}
              onClick={() => setAt(at - 1)}
            >
              <ChevronLeft aria-hidden size={20} className="shrink-0" />
            </Button>
          )}
          <Button variant="secondary" size="sm" onClick={() => (isLast ? onDone() : setAt(at + 1))}>
            {t(isLast ? 'ticket:guide.done' : 'common:next')}
          </Button>
        </div>
      </div>
    </div>
  )
}
