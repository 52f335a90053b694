import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { isRunning, restingAtom, type Submission } from '#features/ticket/submission.ts'
import type { TicketSummary } from '#features/ticket/ticket-model.ts'
import type { TicketControls } from '#features/ticket/use-ticket.ts'
import { useRefusalText } from '#features/ticket/refusal-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { StartsInOnce, useStartsIn } from '#components/starts-in.tsx'
import { laterSheet } from '#lib/later.tsx'
import { Button } from '#ui/button.tsx'

const Details = laterSheet(
  async () => (await import('#features/ticket/ticket-details.tsx')).TicketDetails,
)

/** What is said above the button, next to what it says itself. */
function Note({
  submission,
  hindrance,
  datingNote,
}: Pick<TicketControls, 'submission' | 'hindrance' | 'datingNote'>) {
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

/** What the order means, in one line, and the way to everything about it. */
function Line({ summary, product }: { summary: TicketSummary | null; product: Product }) {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  const [asked, setAsked] = useState(false)
  const [open, setOpen] = useState(false)
  const show = (): void => {
    setAsked(true)
    setOpen(true)
  }
  return (
    <div className="flex items-center gap-2">
      <p className="figures min-w-0 flex-1 text-xs text-ink-2">
        {summary === null
          ? '–'
          : t('line', {
              payout: format.money(summary.payout),
              loss: format.money(summary.loss),
              rate: format.percentFromBps(summary.breakEvenRate),
            })}
      </p>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={show}
        className="-my-2 inline-flex min-h-touch shrink-0 items-center gap-0.5 text-xs font-semibold text-brand-strong"
      >
        <span>{t('details')}</span>
        <ChevronDown aria-hidden size={14} />
      </button>
      {asked && (
        <Details open={open} onClose={() => setOpen(false)} summary={summary} product={product} />
      )}
    </div>
  )
}

/** What the button says after the tap: that it sends, when the order starts, or that its result is looked up. */
export function SubmissionProgress({ submission }: { submission: Submission }) {
  const { t } = useTranslation('ticket')
  const startsAt = 'startsAt' in submission ? submission.startsAt : null
  const startsIn = useStartsIn(startsAt)
  if (submission.status === 'confirming') return <span>{t('checking')}</span>
  return <span className="figures">{startsIn ?? t('sending')}</span>
}

/**
 * The button that sends the order, under what it means. It sends only what was on screen when the finger came down.
 */
export function SubmitBar({ product, controls }: { product: Product; controls: TicketControls }) {
  const { ticket, summary, submission, hindered, hindrance, datingNote, submit } = controls
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
    if (!rests && !changed) submit()
  }
  return (
    <div className="flex flex-col gap-1.5">
      <Line summary={summary} product={product} />
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
        {busy && <SubmissionProgress submission={submission} />}
        {!busy && <span>{t(`common:direction.${ticket.direction}`)}</span>}
        {!busy && summary !== null && (
          <span className="figures">{format.money(summary.stake)}</span>
        )}
      </Button>
    </div>
  )
}
