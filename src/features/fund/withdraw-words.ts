import { useTranslation } from 'react-i18next'
import type { WithdrawIssue, WithdrawLimits } from '#features/fund/withdraw-form.ts'
import { useAmountWords } from '#i18n/amount-words.ts'
import { useFormat } from '#i18n/format.ts'
import { mostOf } from '#lib/amounts.ts'

/** The texts of issues with the amount of a withdrawal, with the limits that it has to respect. */
export function useWithdrawWords(resetsAt: number) {
  const { t } = useTranslation('errors')
  const wordOf = useAmountWords()
  const format = useFormat()
  return ({ code, bound }: WithdrawIssue, limits: WithdrawLimits): string => {
    const { instantLeft, available } = limits
    if (code !== 'too_large') return wordOf(code, limits)
    if (bound === 'instant')
      return t('instant_limit_reached', {
        remaining: format.money(instantLeft),
        resetsAt: format.dateTime(resetsAt),
      })
    return available === mostOf(limits)
      ? t('redeemable_too_low', { redeemable: format.money(available) })
      : wordOf(code, limits)
  }
}
