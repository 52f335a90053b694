import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { watchRows } from '#features/shortcuts/watch-rows.ts'
import { playKeys } from '#features/shortcuts/press-key.ts'
import { ShortcutSwitch } from '#components/shortcut-switch.tsx'
import { SHORTCUTS } from '#features/shortcuts/table.ts'
import { shortcutsAtom } from '#device/preferences.ts'
import { Sheet } from '#ui/sheet.tsx'

/**
 * Whether the code of the page has loaded: until then, the page is empty, says that it is loading, or is hidden because
 * one of its parts is.
 */
const isPageThere = (): boolean =>
  [...document.querySelectorAll<HTMLElement>('main > :not([role=status])')].some(
    ({ style }) => style.display !== 'none',
  )

/** Takes the keys out of `pressed`: those pressed before this code had loaded, then each as it is pressed. */
export function Shortcuts({ pressed }: { pressed: KeyboardEvent[] }) {
  const on = useAtomValue(shortcutsAtom)
  const [help, setHelp] = useState(false)
  const play = useEffectEvent((): void => {
    const events = pressed.splice(0)
    if (on) playKeys(events, () => setHelp(true))
  })
  useEffect(() => {
    let frame = 0
    const listen = (): void => {
      cancelAnimationFrame(frame)
      if (isPageThere()) play()
      else wait()
    }
    // In a frame, because during an effect React would undo what is typed into a field that it controls.
    const wait = (): void => {
      frame = requestAnimationFrame(listen)
    }
    wait()
    addEventListener('keydown', listen)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('keydown', listen)
    }
  }, [])
  useEffect(() => watchRows(), [])
  return <ShortcutSheet open={help} onClose={() => setHelp(false)} />
}

/** All shortcuts, and the switch that turns them off. */
function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['shortcuts', 'common'])
  return (
    <Sheet open={open} onClose={onClose} title={t('shortcuts:title')}>
      <dl className="divide-y divide-line/60">
        {SHORTCUTS.map(({ shown, text }) => (
          <div key={text} className="flex min-h-touch items-center justify-between gap-4 py-1.5">
            <dt className="min-w-0">{t(`shortcuts:${text}`)}</dt>
            <dd className="flex shrink-0 items-center gap-1">
              {shown.map((key, at) => (
                <span key={key} className="inline-flex items-center gap-1">
                  {at > 0 && <span className="text-ink-3">–</span>}
                  <kbd className="min-w-7 rounded-md border border-line-strong bg-sunken px-1.5 py-0.5 text-center font-sans text-sm">
                    {key}
                  </kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="-mx-4 mt-2 border-t border-line/60">
        <ShortcutSwitch />
      </div>
    </Sheet>
  )
}
