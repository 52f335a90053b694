import { useTranslation } from 'react-i18next'
import type { FieldIssueCode } from '#contract/errors.ts'
import { type TransferLimits, transferIssue } from '#features/fund/transfer-form.ts'
import { useAmountWords } from '#i18n/amount-words.ts'
import { useFormat } from '#i18n/format.ts'

/** The texts of issues with the amount of a transfer, with the limits that it has to respect. */
export function useTransferWords() {
  const { t } = useTranslation('errors')
  const wordOf = useAmountWords()
  const format = useFormat()
  return (code: FieldIssueCode, limits: TransferLimits): string => {
    const issue = transferIssue(code, limits)
    return issue.code === 'too_large' && issue.bound === 'holding'
      ? t('fund_holding_limit', { limit: format.money(limits.holdingMaximum) })
      : wordOf(code, limits)
  }
}
