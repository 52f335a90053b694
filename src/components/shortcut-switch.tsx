import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { shortcutsAtom } from '#device/preferences.ts'
import { Switch } from '#ui/switch.tsx'

/** Turns the shortcuts on or off on this device. */
export function ShortcutSwitch() {
  const { t } = useTranslation('shortcuts')
  const [on, setOn] = useAtom(shortcutsAtom)
  return <Switch label={t('switch')} hint={t('switchHint')} checked={on} onChecked={setOn} />
}
