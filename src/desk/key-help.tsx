import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { keysOnAtom } from '#desk/keys.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Sheet } from '#ui/sheet.tsx'

const KEYS = [
  ['j', 'down'],
  ['k', 'up'],
  ['Enter', 'open'],
  ['a', 'forward'],
  ['r', 'refuse'],
  ['/', 'search'],
  ['?', 'help'],
] as const

export function KeyHelp(props: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('desk')
  const [on, setOn] = useAtom(keysOnAtom)
  return (
    <Sheet {...props} title={t('keys.title')}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 py-2 text-sm">
        {KEYS.map(([key, does]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-block min-w-8 rounded-lg border border-line bg-sunken px-2 py-1 text-center font-semibold">
                {key}
              </kbd>
            </dt>
            <dd>{t(`keys.${does}`)}</dd>
          </div>
        ))}
      </dl>
      <Checkbox name="keys" checked={on} onChecked={setOn}>
        {t('keys.on')}
      </Checkbox>
    </Sheet>
  )
}
