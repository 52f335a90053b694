import { useAtom } from 'jotai'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#i18n/use-format.ts'
import { redRises } from '#i18n/languages.ts'
import { languageOf } from '#i18n/setup.ts'
import { THEMES, themeAtom, UP_COLOURS, upColourAtom } from '#device/preferences.ts'
import { Segmented } from '#ui/segmented.tsx'

function Choice({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <span className="font-medium">{title}</span>
      {children}
      {hint !== undefined && <p className="text-xs text-ink-3">{hint}</p>}
    </div>
  )
}

export function ThemeChoice() {
  const { t } = useTranslation('settings')
  const [theme, setTheme] = useAtom(themeAtom)
  return (
    <Choice title={t('theme.title')}>
      <Segmented
        label={t('theme.title')}
        options={THEMES.map((id) => ({ id, label: t(`theme.${id}`) }))}
        selected={theme}
        onSelect={setTheme}
      />
    </Choice>
  )
}

export function UpColourChoice() {
  const { t, i18n } = useTranslation('settings')
  const format = useFormat()
  const [stored, setColour] = useAtom(upColourAtom)
  const colour = stored ?? (redRises(languageOf(i18n)) ? 'red' : 'green')
  return (
    <Choice title={t('upColour.title')} hint={t('upColour.hint')}>
      <Segmented
        label={t('upColour.title')}
        options={UP_COLOURS.map((id) => ({ id, label: t(`upColour.${id}`) }))}
        selected={colour}
        onSelect={setColour}
      />
      <p className="figures flex gap-4 text-sm font-semibold">
        <span className="flex items-center gap-1 text-up">
          <ArrowUp aria-hidden size={16} />
          <span>{t('upColour.rise', { change: format.signedPercentFromBps(120) })}</span>
        </span>
        <span className="flex items-center gap-1 text-down">
          <ArrowDown aria-hidden size={16} />
          <span>{t('upColour.fall', { change: format.signedPercentFromBps(-80) })}</span>
        </span>
      </p>
    </Choice>
  )
}
