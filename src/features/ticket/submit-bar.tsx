import { ArrowDown, ArrowUp } from 'lucide-react'
import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '#api/api-error.ts'
import { isRunning, restingAtom, type Submission } from '#features/ticket/submission.ts'
import type { Ticket, TicketSummary } from '#features/ticket/ticket-model.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { StartsInOnce, useStartsIn } from '#components/starts-in.tsx'
import type { PriceSource } from '#i18n/price-source.ts'
import { Button } from '#ui/button.tsx'

interface Props {
  ticket: Ticket
  summary: TicketSummary | null
  submission: Submission
  /** Whether anything prevents sending. */
  hindered: boolean
  /** What is said above the button about it; null when nothing is, as for an amount whose field says it. */
  hindrance: string | null
  /** Says that the server fixes the start of the order; null when this device does. */
  datingNote: string | null
  source: PriceSource
  onSubmit: () => void
  /** Closes the ticket. A ticket that is always shown has none. */
  onCancel?: (() => void) | undefined
}

function useRefusalText(): (error: ApiError) => string {
  const { t } = useTranslation('ticket')
  const { errorText } = useErrorText()
  return (error) =>
    error.kind === 'not_done' || error.kind === 'unknown'
      ? t(`refused.${error.kind}`)
      : errorText(error)
}

/** What is said above the button, next to what it says itself. */
function Note({
  submission,
  hindrance,
  datingNote,
}: Pick<Props, 'submission' | 'hindrance' | 'datingNote'>) {
  const { t } = useTranslation('ticket')
  const refusalText = useRefusalText()
  if (submission.status === 'confirming') return <p role="status">{t('confirming')}</p>
  if (submission.status === 'refused') {
    return (
      <p role="alert" className="text-danger">
        {refusalText(submission.error)}
      </p>
    )
  }
  if ('startsAt' in submission)
    return submission.startsAt === null ? null : <StartsInOnce startsAt={submission.startsAt} />
  if (hindrance !== null) return <p role="status">{hindrance}</p>
  return datingNote === null ? null : <p>{datingNote}</p>
}

/** On a low screen the terms may be scrolled out of view. Users should not confirm without seeing them. */
function InShort({ summary, source }: { summary: TicketSummary; source: PriceSource }) {
  const { t } = useTranslation(['ticket', 'common'])
  const format = useFormat()
  return (
    <p
      aria-hidden
      className="figures hidden text-center text-xs text-ink-2 [@media(max-height:46rem)]:block"
    >
      {t('ticket:inShort', {
        payout: format.money(summary.payout),
        profit: format.signedMoney(summary.profit),
        loss: format.signedMoney(-summary.loss),
        rate: format.percentFromBps(summary.breakEvenRate),
        source: t(`common:source.${source}`),
      })}
    </p>
  )
}

/** What the button says after the tap: that it sends, when the order starts, or that its result is looked up. */
function Progress({ submission }: { submission: Submission }) {
  const { t } = useTranslation('ticket')
  const startsAt = 'startsAt' in submission ? submission.startsAt : null
  const startsIn = useStartsIn(startsAt)
  if (submission.status === 'confirming') return <span>{t('checking')}</span>
  return <span className="figures">{startsIn ?? t('sending')}</span>
}

/**
 * The button that sends the order. It sends only what was on screen when the finger came down. It is never in the place
 * of the page's order buttons: a tap meant for those, or one tap too many, hits the cancel button.
 */
export function SubmitBar(props: Props) {
  const { ticket, summary, submission, hindered, hindrance, datingNote } = props
  const { source, onSubmit, onCancel } = props
  const { t } = useTranslation(['ticket', 'common'])
  const format = useFormat()
  const seen = useRef<bigint | null>(null)
  const busy = isRunning(submission)
  const resting = useAtomValue(restingAtom)
  const rests = resting || hindered || summary === null
  const Arrow = ticket.direction === 'up' ? ArrowUp : ArrowDown
  const tap = (): void => {
    const changed = seen.current !== null && seen.current !== summary?.stake
    seen.current = null
    if (!rests && !changed) onSubmit()
  }
  return (
    <div className="flex flex-col gap-2">
      {summary !== null && <InShort summary={summary} source={source} />}
      <div className="text-center text-sm text-ink-2 empty:hidden">
        <Note submission={submission} hindrance={hindrance} datingNote={datingNote} />
      </div>
      <Button
        variant={ticket.direction}
        size="lg"
        block
        busy={busy}
        aria-disabled={rests || undefined}
        onPointerDown={() => {
          seen.current = summary?.stake ?? 0n
        }}
        onClick={tap}
      >
        {!busy && <Arrow aria-hidden size={20} />}
        {busy && <Progress submission={submission} />}
        {!busy && <span>{t(`common:direction.${ticket.direction}`)}</span>}
        {!busy && summary !== null && (
          <span className="figures">{format.money(summary.stake)}</span>
        )}
      </Button>
      {onCancel !== undefined && (
        <Button variant="secondary" size="lg" block onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      )}
    </div>
  )
}
