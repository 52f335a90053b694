import { useSetAtom } from 'jotai'
import { Eraser } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clearCacheAtom } from '#features/settings/clear-cache.ts'
import { HapticsSwitch } from '#features/settings/haptics-switch.tsx'
import { InstallRow } from '#features/settings/install-row.tsx'
import { APP_VERSION } from '#lib/app-version.ts'
import { showToastAtom } from '#lib/toasts.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'
import { Section } from '#ui/section.tsx'

/** The data on this device, and the version of the app. */
export function DeviceSection({ onCleared }: { onCleared: () => void }) {
  const { t } = useTranslation(['settings', 'common'])
  const [asking, setAsking] = useState(false)
  const clear = useSetAtom(clearCacheAtom)
  const toast = useSetAtom(showToastAtom)
  const confirm = (): void => {
    setAsking(false)
    void clear()
    toast({ tone: 'info', text: t('settings:cache.done') })
    onCleared()
  }
  return (
    <Section title={t('settings:device')}>
      <InstallRow />
      <HapticsSwitch />
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
        className={navRowLook}
      >
        <NavRow icon={Eraser} label={t('settings:cache.action')} hint={t('settings:cache.hint')} />
      </button>
      <p className="flex min-h-13 items-center justify-between gap-3 px-4 py-2">
        <span>{t('settings:version')}</span>
        <span className="figures text-sm text-ink-2">
          {APP_VERSION.version} ({APP_VERSION.versionCode})
        </span>
      </p>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('settings:cache.title')}
        text={t('settings:cache.text')}
        confirmLabel={t('settings:cache.action')}
        cancelLabel={t('common:cancel')}
        onConfirm={confirm}
        danger
      />
    </Section>
  )
}
