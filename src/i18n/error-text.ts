import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import type { ApiError } from '#api/api-error.ts'
import type { FieldIssueCode } from '#contract/errors.ts'
import { day, money } from '#contract/scalars.ts'
import { type DayText, useDayText } from '#i18n/day-text.ts'
import type { Format } from '#i18n/format.ts'
import { useFormat } from '#i18n/use-format.ts'

type Params = Readonly<Record<string, string | number>>

const TIMES = ['opensAt', 'closesAt', 'nextAt', 'resetsAt', 'until', 'cutOffAt', 'before']

/** The formatters of the current language. */
interface Writers {
  format: Format
  days: Pick<DayText, 'date'>
}

/**
 * The parameters of a refusal in the language: times by the parameter's name, amounts by their two decimals, days by
 * their format.
 */
function shown(params: Params, { format, days }: Writers): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(params)) {
    const amount = typeof value === 'string' ? z.safeDecode(money, value) : null
    const ofZone = day.safeParse(value)
    if (ofZone.success) texts[name] = days.date(ofZone.data)
    else if (TIMES.includes(name)) texts[name] = format.dateClock(Number(value))
    else if (name === 'retryAfterMs') texts['seconds'] = String(Math.ceil(Number(value) / 1000))
    else if (amount?.success === true && String(value).includes('.'))
      texts[name] = format.money(amount.data)
    else texts[name] = String(value)
  }
  return texts
}

const DEFAULTS = { seconds: '60' }

/** Selects the plural form of a limit (one position, two positions), which the server may have left out. */
const countOf = (params: Params): number => Number(params['limit'] ?? 2)

/** Describes an error in the user's language. */
export function errorText(t: TFunction<'errors'>, writers: Writers, error: ApiError): string {
  if (error.kind === 'unauthorised') return t('not_logged_in')
  if (error.kind !== 'rejected') return t(error.kind)
  if (error.code === 'market_closed' && error.params['opensAt'] === undefined)
    return t('market_closed_unknown')
  const count = countOf(error.params)
  return t(error.code, { ...DEFAULTS, count, ...shown(error.params, writers) })
}

/** `errorText` in the current language, and the texts of field issues. */
export function useErrorText() {
  const { t } = useTranslation('errors')
  const writers = { format: useFormat(), days: useDayText() }
  return {
    errorText: (error: ApiError): string => errorText(t, writers, error),
    issueText: (code: FieldIssueCode): string => t(`field.${code}`),
  }
}
