import { useAtom } from 'jotai'
import { Eye, EyeOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { hideAmountsAtom } from '#device/preferences.ts'
import { IconButton } from '#ui/button.tsx'

/**
 * Hides the user's amounts on every page, so that other people cannot read them on the screen. Stored on this device.
 */
export function HideAmounts({ className }: { className?: string }) {
  const { t } = useTranslation('identity')
  const [hidden, setHidden] = useAtom(hideAmountsAtom)
  const Icon = hidden ? EyeOff : Eye
  return (
    <IconButton
      label={t(hidden ? 'balance.show' : 'balance.hide')}
      aria-pressed={hidden}
      onClick={() => setHidden(!hidden)}
      className={className}
    >
      <Icon aria-hidden size={16} />
    </IconButton>
  )
}
