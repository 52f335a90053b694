import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { atom } from 'jotai/vanilla'
import { Eraser } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { guestAtom, logOutAtom } from '#api/session.ts'
import { APP_VERSION } from '#lib/app-version.ts'
import { ShortcutSwitch } from '#components/shortcut-switch.tsx'
import { isStorageRefused, keepText } from '#device/texts.ts'
import { hapticsAtom, hapticsOnAtom, touchAtom } from '#notifications/haptics.ts'
import { awakeAtom, screenLockAtom } from '#device/awake.ts'
import { installPromptAtom } from '#features/settings/install-prompt.ts'
import { storedReceiptsAtom } from '#device/receipts.ts'
import { webPushAtom } from '#notifications/push-subscription.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'
import { Section } from '#ui/section.tsx'
import { Switch } from '#ui/switch.tsx'

/** How to install the app on the home screen. The app offers this only here. */
function InstallRow() {
  const { t } = useTranslation('offline')
  const way = useAtomValue(installPromptAtom)
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

function HapticsSwitch() {
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

function AwakeSwitch() {
  const { t } = useTranslation('offline')
  const [on, setOn] = useAtom(awakeAtom)
  const isPossible = useAtomValue(screenLockAtom).supported()
  return (
    <Switch
      label={t('awake.label')}
      hint={t(isPossible ? 'awake.hint' : 'awake.none')}
      checked={on && isPossible}
      onChecked={setOn}
      disabled={!isPossible}
    />
  )
}

/** A log-out that also removes what one leaves: what the app knows of itself, and the fingerprints of receipts. */
const clearCacheAtom = atom(null, async (get, set) => {
  const left = set(logOutAtom)
  // The page keeps its copy, because it labels the prices.
  keepText('appInfo', null)
  await Promise.all([get(webPushAtom).forget(), left])
  await get(storedReceiptsAtom)
    .drop()
    .catch(() => undefined)
})

/** Says that the browser stores nothing, or not everything. */
function StorageNotice() {
  const { t } = useTranslation('settings')
  const receipts = useAtomValue(storedReceiptsAtom)
  const [refused, setRefused] = useState(isStorageRefused)
  useEffect(() => {
    receipts.find({ account: '', id: '' }).catch(() => setRefused(true))
  }, [receipts])
  return refused && <Notice tone="info">{t('refused')}</Notice>
}

/** The data on this device, and the version of the app. */
export function DeviceSection({ onCleared }: { onCleared: () => void }) {
  const { t } = useTranslation(['settings', 'common', 'access'])
  const guest = useAtomValue(guestAtom)
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
      <StorageNotice />
      <InstallRow />
      <HapticsSwitch />
      <AwakeSwitch />
      <ShortcutSwitch />
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
          {`${APP_VERSION.version} (${APP_VERSION.versionCode})`}
        </span>
      </p>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('settings:cache.title')}
        text={t(guest ? 'access:clear' : 'settings:cache.text')}
        confirmLabel={t('settings:cache.action')}
        onConfirm={confirm}
        danger
      />
    </Section>
  )
}
