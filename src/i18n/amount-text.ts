import { useTranslation } from 'react-i18next'
import type { FieldIssueCode } from '#contract/errors.ts'
import { type AmountLimits, mostOf } from '#forms/amounts.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { useFormat } from '#i18n/use-format.ts'

/** The example shown for an amount that cannot be parsed. It has a group separator and decimals. */
export const UNREADABLE_EXAMPLE = 123_450n

/** The texts of amount issues, with the limits that the amount has to respect. */
export function useAmountText() {
  const { t } = useTranslation('errors')
  const { issueText } = useErrorText()
  const format = useFormat()
  return (code: FieldIssueCode, limits: AmountLimits): string => {
    const { minimum, available } = limits
    if (code === 'format')
      return t('number_unreadable', { example: format.money(UNREADABLE_EXAMPLE) })
    if (code === 'too_small') return t('amount_below_minimum', { minimum: format.money(minimum) })
    if (code !== 'too_large') return issueText(code)
    const most = mostOf(limits)
    return available === most
      ? t('available_too_low', { available: format.money(most) })
      : t('amount_above_maximum', { maximum: format.money(most) })
  }
}
