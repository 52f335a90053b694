import { useAtomValue } from 'jotai'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { LanguageSheet } from '#features/settings/language-sheet.tsx'
import { loggedInAtom } from '#api/session.ts'
import { LogOut } from '#features/settings/log-out.tsx'
import { ThemeChoice, UpColourChoice } from '#features/settings/look-choices.tsx'
import { LANGUAGES } from '#i18n/languages.ts'
import { languageOf } from '#i18n/setup.ts'
import { PATHS } from '#lib/paths.ts'
import { Sheet } from '#ui/sheet.tsx'

interface Props {
  open: 'language' | 'preferences' | null
  onOpen: (sheet: 'language' | 'preferences' | null) => void
}

/** The two sheets behind the header's buttons, loaded on first use. */
export function SettingsSheets({ open, onOpen }: Props) {
  return (
    <>
      <LanguageSheet open={open === 'language'} onClose={() => onOpen(null)} />
      <PreferencesSheet
        open={open === 'preferences'}
        onClose={() => onOpen(null)}
        onLanguage={() => onOpen('language')}
      />
    </>
  )
}

interface PreferencesProps {
  open: boolean
  onClose: () => void
  onLanguage: () => void
}

const ROW = 'flex min-h-touch items-center gap-2 text-start'

/** The most frequently changed settings, available on every page. All others are on the settings page. */
function PreferencesSheet({ open, onClose, onLanguage }: PreferencesProps) {
  const { t } = useTranslation(['settings', 'common', 'tabs'])
  const loggedIn = useAtomValue(loggedInAtom)
  return (
    <Sheet open={open} onClose={onClose} title={t('settings:title')}>
      <div className="flex flex-col gap-5 py-2">
        <LanguageButton onLanguage={onLanguage} />
        <ThemeChoice />
        <UpColourChoice />
        <Link to={PATHS.settings} onClick={onClose} className={ROW}>
          <span className="flex-1 font-medium">{t('tabs:pages.settings')}</span>
          <ChevronRight aria-hidden size={18} className="text-ink-3" />
        </Link>
        {loggedIn && <LogOut onDone={onClose} />}
      </div>
    </Sheet>
  )
}

function LanguageButton({ onLanguage }: { onLanguage: () => void }) {
  const { t, i18n } = useTranslation('settings')
  return (
    <button type="button" onClick={onLanguage} className={ROW}>
      <span className="flex-1 font-medium">{t('language')}</span>
      <span className="text-ink-2">{LANGUAGES[languageOf(i18n)]}</span>
      <ChevronRight aria-hidden size={18} className="text-ink-3" />
    </button>
  )
}
