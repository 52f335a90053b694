import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { isLanguage, LANGUAGE_CODES, LANGUAGES } from '#i18n/languages.ts'
import { languageOf } from '#i18n/setup.ts'
import { chosenLanguageAtom } from '#lib/preferences.ts'
import { Select } from '#desk/select.tsx'

/** The same choice as the app's. */
export function LanguageSelect() {
  const { t, i18n } = useTranslation('desk')
  const choose = useSetAtom(chosenLanguageAtom)
  return (
    <Select
      label={t('language')}
      value={languageOf(i18n)}
      options={LANGUAGE_CODES.map((code) => ({ id: code, label: LANGUAGES[code] }))}
      onSelect={(code) => isLanguage(code) && choose(code)}
    />
  )
}
