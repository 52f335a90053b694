import { Link2, X } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { ProductTitle } from '#features/market/product-title.tsx'
import { IconButton } from '#ui/button.tsx'
import { join } from '#ui/join.ts'
import type { Side } from './pair-state.ts'
import { ProductButtons, ProductFigures } from './product-line.tsx'

/** One of the two places. */
export interface Place {
  side: Side
  /** The ticket belongs to its product. */
  active: boolean
  onActivate: () => void
  onClose: () => void
  /** In the line of one of the two places: what belongs to both. */
  aside?: ReactNode
}

/** A click that is not one into the place. */
const alone =
  (act: () => void) =>
  (event: MouseEvent): void => {
    event.stopPropagation()
    act()
  }

interface LineProps {
  product: Product
  name: string
  place: Place
}

/** The line of a product in one of two places. Only one of them has the ticket. */
export function HalfLine({ product, name, place }: LineProps) {
  const { t } = useTranslation('trading')
  const { active, onActivate, onClose, aside } = place
  return (
    <div
      data-product-line="half"
      className={join(
        'flex min-h-11 items-center gap-3 border-t-2 ps-3 pe-1',
        active ? 'border-brand' : 'border-transparent',
      )}
    >
      <h2 className="min-w-0 text-base leading-4.5 font-bold">
        <ProductTitle symbol={product.symbol} name={name} />
      </h2>
      <ProductFigures product={product} />
      <div className="ms-auto flex shrink-0 items-center">
        <button
          type="button"
          aria-pressed={active}
          onClick={onActivate}
          className={join(
            'me-1 min-h-8 rounded-full border px-3 text-xs font-semibold whitespace-nowrap',
            active
              ? 'border-brand bg-brand-soft text-brand-strong'
              : 'border-line-strong text-ink-2',
          )}
        >
          {t('pair.trade')}
          <span className="sr-only"> {name}</span>
        </button>
        <ProductButtons product={product} />
        {aside}
        <IconButton label={t('pair.close')} onClick={alone(onClose)}>
          <X aria-hidden size={20} />
        </IconButton>
      </div>
    </div>
  )
}

interface SyncProps {
  synced: boolean
  onSync: (synced: boolean) => void
}

export function SyncButton({ synced, onSync }: SyncProps) {
  const { t } = useTranslation('trading')
  return (
    <IconButton
      label={t('pair.sync')}
      aria-pressed={synced}
      className={synced ? 'bg-brand-soft text-brand-strong' : undefined}
      onClick={alone(() => onSync(!synced))}
    >
      <Link2 aria-hidden size={20} />
    </IconButton>
  )
}
