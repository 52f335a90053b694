import { useTranslation } from 'react-i18next'
import { useFieldTexts } from '#i18n/field-texts.ts'
import type { Fields, Summary } from '#lib/form.ts'

type Prompted =
  | 'account'
  | 'phone'
  | 'openingCode'
  | 'password'
  | 'passwordAgain'
  | 'tradingPassword'
  | 'tradingPasswordAgain'

/** Like `useFieldTexts`, with a specific prompt for each empty field. */
export function useIdentityTexts<F extends Fields>(summary: Summary<F>) {
  const { t } = useTranslation(['identity', 'errors'])
  const { textOf, errorText } = useFieldTexts(summary)
  return {
    errorText,
    textOf: (field: keyof F & Prompted): string | undefined => {
      const prompted: Prompted = field
      if (summary.issues[field] === 'empty') return t(`identity:${prompted}.required`)
      const isNoPhone = field === 'phone' && summary.issues[field] === 'format'
      return isNoPhone ? t('errors:phone_invalid') : textOf(field)
    },
  }
}
