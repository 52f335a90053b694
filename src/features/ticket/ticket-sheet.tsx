import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import type { Direction } from '#contract/scalars.ts'
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
  const { t } = useTranslation('common')
  const controls = useTicket(product, direction, open)
  const name = useProductName()(product.symbol)
  return (
    <Sheet
      open={open}
      prepared={prepared}
      onOpenChange={(next) => !next && onClose()}
      title={name}
      closeLabel={t('close')}
      footer={<TicketSubmit product={product} controls={controls} onCancel={onClose} />}
    >
      <TicketForm product={product} controls={controls} practiceMoney={practiceMoney} />
    </Sheet>
  )
}
