import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { DESK_LANGUAGES, isLanguage, LANGUAGES } from '#i18n/languages.ts'
import { languageOf } from '#i18n/setup.ts'
import { chosenLanguageAtom } from '#lib/preferences.ts'
import { Select } from '#desk/select.tsx'

/** Sets the language of the app as well, which has more of them. */
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
