import { useSetAtom } from 'jotai/react'
import { Bell } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { TOOL_ICONS, ToEdgeIcon } from '#features/chart/base/chart-icons.tsx'
import { useHand } from '#features/chart/drawings/drawing-choices.ts'
import { useFormat } from '#i18n/use-format.ts'
import { PointerMenu } from '#ui/pointer-menu.tsx'

/** Where the menu was asked for: a point of the window, and the price there. */
export interface MenuPoint {
  x: number
  y: number
  /** A scaled integer; null outside the pane of prices. */
  price: number | null
}

interface Props {
  product: Product
  at: MenuPoint
  open: boolean
  onClose: () => void
  onReset: () => void
  /** Left out where the page has no alerts. */
  onAlertAt?: ((price: number) => void) | undefined
}

/** What can be done at a price of the chart. */
export function ChartMenu({ product, at, open, onClose, onReset, onAlertAt }: Props) {
  const { t } = useTranslation('chart')
  const format = useFormat()
  const place = useSetAtom(useHand().placeAtom)
  const { price } = at
  const written = price === null ? '' : format.price(price, product.priceDecimals)
  const here =
    price === null
      ? []
      : [
          {
            id: 'line',
            icon: <TOOL_ICONS.level size={16} />,
            label: t('menu.line', { price: written }),
            run: () => place(product.symbol, { kind: 'level', price }),
          },
        ]
  const alert =
    price === null || onAlertAt === undefined
      ? []
      : [
          {
            id: 'alert',
            icon: <Bell aria-hidden size={16} />,
            label: t('menu.alert', { price: written }),
            run: () => onAlertAt(price),
          },
        ]
  const reset = {
    id: 'reset',
    icon: <ToEdgeIcon size={16} />,
    label: t('menu.reset'),
    run: onReset,
  }
  return (
    <PointerMenu
      label={t('menu.title')}
      entries={[...here, ...alert, reset]}
      at={at}
      open={open}
      onClose={onClose}
      opener={null}
    />
  )
}
