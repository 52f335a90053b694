import { useTranslation } from 'react-i18next'
import type { TicketIssue } from '#features/ticket/ticket-model.ts'
import { useFormat } from '#i18n/format.ts'

/** What stands against the amount, in words. */
export function useIssueText(): (issue: TicketIssue) => string {
  const { t } = useTranslation('ticket')
  const { money } = useFormat()
  return (issue) => {
    switch (issue.code) {
      case 'empty':
        return t('issue.empty')
      case 'below_minimum':
        return t('issue.below_minimum', { minimum: money(issue.minimum) })
      case 'above_maximum':
        return t('issue.above_maximum', { maximum: money(issue.maximum) })
      case 'not_enough':
        return t('issue.not_enough')
    }
  }
}
