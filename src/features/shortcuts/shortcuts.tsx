import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pressKey } from '#features/shortcuts/press-key.ts'
import { ShortcutSwitch } from '#components/shortcut-switch.tsx'
import { SHORTCUTS } from '#features/shortcuts/table.ts'
import { shortcutsAtom } from '#lib/shortcuts-on.ts'
import { Sheet } from '#ui/sheet.tsx'

/** Listens to the keys. `first` is the key press with which this code was loaded. */
export function Shortcuts({ first }: { first: KeyboardEvent }) {
  const on = useAtomValue(shortcutsAtom)
  const [help, setHelp] = useState(false)
  const hear = useEffectEvent((event: KeyboardEvent): void => {
    if (on && pressKey(event, () => setHelp(true))) event.preventDefault()
  })
  useEffect(() => hear(first), [first])
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => hear(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return <ShortcutSheet open={help} onClose={() => setHelp(false)} />
}

/** All shortcuts, and the switch that turns them off. */
function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['shortcuts', 'common'])
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('shortcuts:title')}
      closeLabel={t('common:close')}
    >
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
