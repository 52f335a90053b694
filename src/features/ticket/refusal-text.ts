import { useTranslation } from 'react-i18next'
import type { ApiError } from '#api/api-error.ts'
import { useErrorText } from '#i18n/error-text.ts'

/** Why an order was not accepted, in the user's language. */
export function useRefusalText(): (error: ApiError) => string {
  const { t } = useTranslation('ticket')
  const { errorText } = useErrorText()
  return (error) =>
    error.kind === 'not_done' || error.kind === 'unknown'
      ? t(`refused.${error.kind}`)
      : errorText(error)
}
