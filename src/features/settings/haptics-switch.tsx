import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { hapticsAtom, hapticsOnAtom, touchAtom } from '#lib/haptics.ts'
import { Switch } from '#ui/switch.tsx'

export function HapticsSwitch() {
  const { t } = useTranslation('offline')
  const [on, setOn] = useAtom(hapticsOnAtom)
  const haptics = useAtomValue(hapticsAtom)
  const touch = useSetAtom(touchAtom)
  const possible = haptics.supported()
  const hint = !possible ? 'none' : haptics.still() ? 'still' : 'hint'
  const change = (next: boolean): void => {
    setOn(next)
    // Gives an example vibration at once.
    if (next) touch('bought')
  }
  return (
    <Switch
      label={t('haptics.label')}
      hint={t(`haptics.${hint}`)}
      checked={on && possible}
      onChecked={change}
      disabled={!possible}
    />
  )
}
