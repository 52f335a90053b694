import { Globe } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageSheet } from '#features/settings/language-sheet.tsx'
import { ThemeChoice, UpColourChoice } from '#features/settings/look-choices.tsx'
import { LANGUAGES } from '#i18n/languages.ts'
import { languageOf } from '#i18n/setup.ts'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'
import { Section } from '#ui/section.tsx'

/** Language, theme and the colours of rising and falling prices. */
export function LookSection() {
  const { t, i18n } = useTranslation('settings')
  const [open, setOpen] = useState(false)
  return (
    <Section title={t('look')}>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={navRowLook}
      >
        <NavRow icon={Globe} label={t('language')} state={LANGUAGES[languageOf(i18n)]} />
      </button>
      <div className="p-4">
        <ThemeChoice />
      </div>
      <div className="p-4">
        <UpColourChoice />
      </div>
      <LanguageSheet open={open} onClose={() => setOpen(false)} />
    </Section>
  )
}
