import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import type { Direction } from '#contract/scalars.ts'
import { GuideRow } from '#features/ticket/guide/guide-row.tsx'
import { useGuide } from '#features/ticket/guide/guide-offer.ts'
import { SubmitBar } from '#features/ticket/submit-bar.tsx'
import { isRunning } from '#features/ticket/submission.ts'
import { AnotherOrder, DirectionChoice, TicketForm } from '#features/ticket/ticket-form.tsx'
import { useEscape } from '#features/ticket/use-escape.ts'
import { useTicket } from '#features/ticket/use-ticket.ts'
import { useProductName } from '#i18n/product-name.ts'
import { IconButton } from '#ui/button.tsx'
import { useBackCloses } from '#ui/use-back-closes.ts'

interface Props {
  product: Product
  /** The direction that the user tapped, with which the panel opens. */
  direction: Direction
  onClose: () => void
  /** Shown when the balance is too low. */
  practiceMoney: ReactNode
}

/**
 * The ticket under the chart, which stays in view. The choice of direction is where the page's order buttons were: a
 * tap too many on one of them chooses the same direction again.
 */
export function TicketPanel({ product, direction, onClose, practiceMoney }: Props) {
  const { t } = useTranslation('common')
  const controls = useTicket(product, direction, true)
  const guide = useGuide(true)
  const name = useProductName()(product.symbol)
  const panel = useRef<HTMLElement>(null)
  useBackCloses(true, onClose)
  useEscape(true, onClose)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  return (
    <section
      ref={panel}
      role="dialog"
      aria-label={name}
      tabIndex={-1}
      data-ticket
      data-open
      className="relative flex animate-appear flex-col border-t border-line/60 bg-surface px-4 pt-1.5 text-ink outline-none"
    >
      <div className="flex animate-untouched flex-col gap-1.5">
        <GuideRow guide={guide} summary={controls.summary} />
        <TicketForm product={product} controls={controls} practiceMoney={practiceMoney}>
          <IconButton label={t('close')} onClick={onClose} className="mt-0.5 -me-2">
            <X aria-hidden size={20} />
          </IconButton>
        </TicketForm>
        <SubmitBar product={product} controls={controls} />
      </div>
      <div className="safe-bottom">
        <div className="py-1.5">
          <DirectionChoice
            direction={controls.ticket.direction}
            disabled={isRunning(controls.submission)}
            onSelect={(next) => controls.dispatch({ type: 'direction', direction: next })}
          />
        </div>
      </div>
      <AnotherOrder symbol={product.symbol} />
    </section>
  )
}
