import { useAtomValue, useSetAtom } from 'jotai'
import { Bell, ChartLine, Star } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { productAtom } from '#data/products.ts'
import { ProductAlertsSheet } from '#features/alerts/alert-sheets.tsx'
import { favouritesAtom, toggleFavouriteAtom } from '#features/market/favourites.ts'
import { useProductName } from '#i18n/product-name.ts'
import { productPath } from '#lib/paths.ts'
import { type MenuPlace, PointerMenu } from '#ui/pointer-menu.tsx'

/** For which row the menu was opened, and where. */
export interface AskedMenu {
  symbol: string
  at: MenuPlace
  row: HTMLElement | null
}

interface Props {
  asked: AskedMenu
  open: boolean
  onClose: () => void
}

/** What can be done with a product of the list without opening it first. */
export function RowMenu({ asked: { symbol, at, row }, open, onClose }: Props) {
  const { t } = useTranslation(['trading', 'alerts', 'market'])
  const navigate = useNavigate()
  const product = useAtomValue(productAtom(symbol))
  const isFavourite = useAtomValue(favouritesAtom).includes(symbol)
  const toggle = useSetAtom(toggleFavouriteAtom)
  const [alerts, setAlerts] = useState(false)
  const name = useProductName()(symbol)
  const found = product.status === 'ready' ? product.value : null
  const entries = [
    {
      id: 'open',
      icon: <ChartLine aria-hidden size={16} />,
      label: t('trading:menu.open'),
      run: () => void navigate(productPath(symbol)),
    },
    {
      id: 'alert',
      icon: <Bell aria-hidden size={16} />,
      label: t('trading:menu.alert'),
      run: () => setAlerts(true),
    },
    {
      id: 'favourite',
      icon: <Star aria-hidden size={16} />,
      label: t(isFavourite ? 'trading:menu.unfavourite' : 'trading:menu.favourite'),
      run: () => toggle(symbol),
    },
  ]
  return (
    <>
      <PointerMenu
        label={name}
        entries={entries}
        at={at}
        open={open}
        onClose={onClose}
        opener={row}
      />
      {found !== null && (
        <ProductAlertsSheet product={found} open={alerts} onClose={() => setAlerts(false)} />
      )}
    </>
  )
}
