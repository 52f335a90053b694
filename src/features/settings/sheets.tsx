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
      <LanguageSheet
        open={open === 'language'}
        onOpenChange={(next) => onOpen(next ? 'language' : null)}
      />
      <PreferencesSheet
        open={open === 'preferences'}
        onOpenChange={(next) => onOpen(next ? 'preferences' : null)}
        onLanguage={() => onOpen('language')}
      />
    </>
  )
}
