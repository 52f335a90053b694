import { useAtom } from 'jotai'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import type { Direction } from '#contract/scalars.ts'
import { useRefusalText } from '#features/ticket/refusal-text.ts'
import { SubmissionProgress } from '#features/ticket/submit-bar.tsx'
import { isRunning, submissionAtom } from '#features/ticket/submission.ts'
import { AnotherOrder } from '#features/ticket/ticket-form.tsx'
import { useTicket } from '#features/ticket/use-ticket.ts'
import { StartsInOnce } from '#components/starts-in.tsx'
import { IconButton } from '#ui/button.tsx'

/** What a signature needs, such as the newest record of the product, arrives within this time or takes long. */
const PATIENCE_MS = 2_000

interface Props {
  product: Product
  direction: Direction
  /** Sent, or asked about because it is the same order again. */
  onSent: () => void
  /** Something prevents sending. The ticket says what. */
  onHindered: () => void
}

/** Sends the product's ticket once, as a tap on its button would, as soon as nothing prevents it. */
export function SendOnce({ product, direction, onSent, onHindered }: Props) {
  const { available, hindered, summary, submit } = useTicket(product, direction, true)
  const sent = useRef(false)
  // While the balance is not known, nothing is known to prevent the order either.
  const ready = available !== null && !hindered && summary !== null
  const send = useEffectEvent(() => {
    if (sent.current) return
    sent.current = true
    submit()
    onSent()
  })
  const giveUp = useEffectEvent(() => {
    if (!sent.current) onHindered()
  })
  useEffect(() => {
    if (ready) send()
  }, [ready])
  useEffect(() => {
    const timer = setTimeout(() => giveUp(), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return null
}

/** What becomes of an order that was sent without its ticket: it is on its way, or why it was not accepted. */
export function SubmissionRow({ symbol }: { symbol: string }) {
  const { t } = useTranslation(['ticket', 'common'])
  const [submission, send] = useAtom(submissionAtom(symbol))
  const refusalText = useRefusalText()
  const startsAt = 'startsAt' in submission ? submission.startsAt : null
  return (
    <>
      {isRunning(submission) && (
        <p className="border-t border-line/60 bg-surface px-4 py-2.5 text-center text-sm text-ink-2">
          {submission.status === 'confirming' ? (
            <span role="status">{t('ticket:confirming')}</span>
          ) : (
            <SubmissionProgress submission={submission} />
          )}
        </p>
      )}
      {startsAt !== null && <StartsInOnce startsAt={startsAt} />}
      {submission.status === 'refused' && (
        <div className="flex items-center border-t border-line/60 bg-surface ps-4 pe-1 text-sm text-danger">
          <p role="alert" className="min-w-0 flex-1 py-2">
            {refusalText(submission.error)}
          </p>
          <IconButton label={t('common:close')} onClick={() => void send('edit')}>
            <X aria-hidden size={18} />
          </IconButton>
        </div>
      )}
      <AnotherOrder symbol={symbol} />
    </>
  )
}
