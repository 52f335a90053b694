import { useTranslation } from 'react-i18next'
import type { TicketIssue } from '#features/ticket/ticket-model.ts'
import { UNREADABLE_EXAMPLE } from '#i18n/amount-words.ts'
import { useFormat } from '#i18n/format.ts'

/** The text of an issue with the amount. */
export function useIssueText(): (issue: TicketIssue) => string {
  const { t } = useTranslation(['ticket', 'errors'])
  const { money } = useFormat()
  return (issue) => {
    switch (issue.code) {
      case 'empty':
        return t('ticket:issue.empty')
      case 'unreadable':
        return t('errors:number_unreadable', { example: money(UNREADABLE_EXAMPLE) })
      case 'below_minimum':
        return t('ticket:issue.below_minimum', { minimum: money(issue.minimum) })
      case 'above_maximum':
        return t('ticket:issue.above_maximum', { maximum: money(issue.maximum) })
      case 'not_enough':
        return t('ticket:issue.not_enough')
    }
  }
}
