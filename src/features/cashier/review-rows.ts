import { useTranslation } from 'react-i18next'
import type { RejectReason } from '#contract/review.ts'
import { useReasonText } from '#i18n/reason-text.ts'

interface Reviewed {
  reviewer: string | null
  reason: RejectReason | null
}

/** The reviewer of a document and the reason of a rejection, as rows of its sheet. */
export function useReviewRows(): (review: Reviewed) => (readonly [label: string, value: string])[] {
  const { t } = useTranslation('cashier')
  const { reasonText, reviewerText } = useReasonText()
  return ({ reviewer, reason }) => [
    ...(reviewer === null ? [] : [[t('reviewer'), reviewerText(reviewer)] as const]),
    ...(reason === null ? [] : [[t('reason'), reasonText(reason)] as const]),
  ]
}
