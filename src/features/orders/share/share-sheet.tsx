import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { SharePanel } from '#features/orders/share/share-panel.tsx'
import { useShares } from '#features/orders/share/use-shares.ts'
import { Sheet } from '#ui/sheet.tsx'

type PanelProps = ComponentProps<typeof SharePanel>

interface Props extends Omit<PanelProps, 'shares'> {
  open: boolean
  onClose: () => void
  /** Absent where the page does not know what the user shares. */
  shares?: PanelProps['shares'] | undefined
}

export function ShareSheet({ open, onClose, shares, ...panel }: Props) {
  const { t } = useTranslation('sharing')
  return (
    <Sheet open={open} onClose={onClose} title={t('title')} roomy>
      {shares === undefined ? <OwnShares {...panel} /> : <SharePanel {...panel} shares={shares} />}
    </Sheet>
  )
}

const OwnShares = (panel: Omit<PanelProps, 'shares'>) => (
  <SharePanel {...panel} shares={useShares()} />
)
