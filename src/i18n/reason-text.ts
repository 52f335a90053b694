import { useTranslation } from 'react-i18next'
import { PRACTICE_REVIEWER, type RejectReason } from '#contract/review.ts'

/** The reason of a rejection and the reviewer, in the current language. */
export function useReasonText() {
  const { t } = useTranslation('common')
  return {
    reasonText: (reason: RejectReason): string => t(`reason.${reason}`),
    /** Operators appear under their public name. The practice reviewer is always labelled as such. */
    reviewerText: (name: string): string =>
      name === PRACTICE_REVIEWER ? t('practiceReviewer') : name,
  }
}
