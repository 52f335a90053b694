import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { LanguageList } from '#features/settings/language-list.tsx'
import { languageOf } from '#i18n/setup.ts'
import { chosenLanguageAtom } from '#device/preferences.ts'
import { Sheet } from '#ui/sheet.tsx'

interface Props {
  open: boolean
  onClose: () => void
}

export function LanguageSheet({ open, onClose }: Props) {
  const { t, i18n } = useTranslation(['settings', 'common'])
  const choose = useSetAtom(chosenLanguageAtom)
  return (
    <Sheet open={open} onClose={onClose} title={t('settings:language')}>
      <LanguageList
        label={t('settings:language')}
        selected={languageOf(i18n)}
        onSelect={(language) => {
          choose(language)
          onClose()
        }}
      />
    </Sheet>
  )
}
