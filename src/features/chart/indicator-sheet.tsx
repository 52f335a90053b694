import { useTranslation } from 'react-i18next'
import { indicatorTitle } from '#features/chart/bars/indicator-text.ts'
import { type IndicatorName, OVERLAYS, STUDIES } from '#features/chart/bars/indicators.ts'
import { Sheet } from '#ui/sheet.tsx'
import { Switch } from '#ui/switch.tsx'

interface Props {
  open: boolean
  onClose: () => void
  names: readonly IndicatorName[]
  onToggle: (name: IndicatorName) => void
}

/** The indicators with their parameters and their full names. */
export function IndicatorSheet({ open, onClose, names, onToggle }: Props) {
  const { t } = useTranslation(['chart', 'common'])
  return (
    <Sheet open={open} onClose={onClose} title={t('chart:indicators')}>
      <div className="-mx-4 divide-y divide-line/60">
        {[...OVERLAYS, ...STUDIES].map((name) => (
          <Switch
            key={name}
            label={indicatorTitle(name)}
            hint={t(`chart:indicator.${name}`)}
            checked={names.includes(name)}
            onChecked={() => onToggle(name)}
          />
        ))}
      </div>
    </Sheet>
  )
}
