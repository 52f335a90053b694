import { LanguageSheet } from '#features/settings/language-sheet.tsx'
import { PreferencesSheet } from '#features/settings/preferences-sheet.tsx'

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
