import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { DESK_LANGUAGES, isLanguage, LANGUAGES } from '#i18n/languages.ts'
import { languageOf } from '#i18n/setup.ts'
import { chosenLanguageAtom } from '#device/preferences.ts'
import { Select } from '#desk/select.tsx'

/** Also sets the language of the app, which supports more languages. */
export function LanguageSelect() {
  const { t, i18n } = useTranslation('desk')
  const choose = useSetAtom(chosenLanguageAtom)
  return (
    <Select
      label={t('language')}
      value={languageOf(i18n)}
      options={DESK_LANGUAGES.map((code) => ({ id: code, label: LANGUAGES[code] }))}
      onSelect={(code) => isLanguage(code) && choose(code)}
    />
  )
}
