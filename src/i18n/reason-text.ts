import { useTranslation } from 'react-i18next'
import { PRACTICE_REVIEWER, type RejectReason } from '#contract/review.ts'

/** Why a review refused, and who reviewed, in the language on screen. */
export function useReasonText() {
  const { t } = useTranslation('common')
  return {
    reasonText: (reason: RejectReason): string => t(`reason.${reason}`),
    /** Operators by their public name; the practice reviewer always labelled as such. */
    reviewerText: (name: string): string =>
      name === PRACTICE_REVIEWER ? t('practiceReviewer') : name,
  }
}
