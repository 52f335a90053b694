import { useTranslation } from 'react-i18next'
import { ToEdgeIcon } from '#features/chart/chart-icons.tsx'
import { IconButton } from '#ui/button.tsx'

/** Returns to the present, from a chart that was moved away from it. */
export function NowButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('chart')
  return (
    <IconButton
      label={t('now')}
      onClick={onClick}
      className="absolute end-20 bottom-9 z-10 border border-line bg-surface shadow-card"
    >
      <ToEdgeIcon size={18} />
    </IconButton>
  )
}
