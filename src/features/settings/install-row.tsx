import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { installWayAtom } from '#lib/installing.ts'
import { Button } from '#ui/button.tsx'

/** How to install the app on the home screen. The app offers this only here. */
export function InstallRow() {
  const { t } = useTranslation('offline')
  const way = useAtomValue(installWayAtom)
  const hint = { installed: 'done', prompt: 'hint', ios: 'ios', menu: 'menu' } as const
  return (
    <div className="flex min-h-13 items-center gap-3 px-4 py-2" data-install={way.kind}>
      <p className="min-w-0 flex-1">
        <span className="block">{t('install.title')}</span>
        <span className="block text-xs text-ink-3">{t(`install.${hint[way.kind]}`)}</span>
      </p>
      {way.kind === 'prompt' && (
        <Button variant="secondary" size="sm" onClick={way.ask}>
          {t('install.action')}
        </Button>
      )}
    </div>
  )
}
