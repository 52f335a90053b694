import type { ReactNode } from 'react'
import type { Product } from '#contract/product.ts'
import type { Direction } from '#contract/scalars.ts'
import { GuideSlot } from '#features/ticket/guide/guide-slot.tsx'
import { useGuide } from '#features/ticket/guide/guide-offer.ts'
import { TicketForm, TicketSubmit } from '#features/ticket/ticket-form.tsx'
import { useTicket } from '#features/ticket/use-ticket.ts'
import { useProductName } from '#i18n/product-name.ts'
import { Sheet } from '#ui/sheet.tsx'

interface Props {
  product: Product
  /** The direction that the user tapped, with which the sheet opens. */
  direction: Direction
  open: boolean
  onClose: () => void
  /** Shown when the balance is too low. */
  practiceMoney: ReactNode
  /** Renders the closed ticket invisibly. */
  prepared?: boolean
}

/** The sheet for placing an order. It shows what the order means above the one button that sends it. */
export function TicketSheet(props: Props) {
  const { product, direction, open, onClose, practiceMoney, prepared = false } = props
  const controls = useTicket(product, direction, open)
  const guide = useGuide(open)
  const name = useProductName()(product.symbol)
  return (
    <Sheet
      open={open}
      prepared={prepared}
      onClose={onClose}
      title={name}
      footer={<TicketSubmit product={product} controls={controls} onCancel={onClose} />}
    >
      {guide.shown && <GuideSlot summary={controls.summary} onDone={guide.close} />}
      {/* What moves up when the guide closes takes no tap at once. */}
      <div key={`guided ${guide.shown}`} className="animate-untouched">
        <TicketForm
          product={product}
          controls={controls}
          chosen={controls.ticket.direction}
          onDirection={(next) => controls.dispatch({ type: 'direction', direction: next })}
          practiceMoney={practiceMoney}
        />
      </div>
    </Sheet>
  )
}
