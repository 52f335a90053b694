import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '#api/api-error.ts'
import type { FieldIssueCode } from '#contract/errors.ts'
import { money } from '#contract/scalars.ts'
import { type Format, useFormat } from '#i18n/format.ts'

type Params = Readonly<Record<string, string | number>>

const TIMES = ['opensAt', 'closesAt', 'nextAt', 'resetsAt', 'until']

/** Values of a refusal as the language writes them: times by name, amounts by their two decimals. */
function shown(params: Params, format: Format): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(params)) {
    const amount = typeof value === 'string' ? money.safeDecode(value) : null
    if (TIMES.includes(name)) texts[name] = format.dateTime(Number(value))
    else if (name === 'retryAfterMs') texts['seconds'] = String(Math.ceil(Number(value) / 1000))
    else if (amount?.success === true && String(value).includes('.'))
      texts[name] = format.money(amount.data)
    else texts[name] = String(value)
  }
  return texts
}

const DEFAULTS = { seconds: '60' }

/** What went wrong, in the user's language. */
export function errorText(t: TFunction<'errors'>, format: Format, error: ApiError): string {
  if (error.kind === 'unauthorised') return t('not_logged_in')
  if (error.kind !== 'rejected') return t(error.kind)
  if (error.code === 'market_closed' && error.params['opensAt'] === undefined)
    return t('market_closed_unknown')
  return t(error.code, { ...DEFAULTS, ...shown(error.params, format) })
}

/** `errorText` in the language on screen, and the texts of field issues. */
export function useErrorText() {
  const { t } = useTranslation('errors')
  const format = useFormat()
  return {
    errorText: (error: ApiError): string => errorText(t, format, error),
    issueText: (code: FieldIssueCode): string => t(`field.${code}`),
  }
}
