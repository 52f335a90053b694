import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { appInfoAtom } from '#api/session.ts'
import { PRACTICE_REVIEW } from '#rules/practice-review.ts'

/** When the practice reviewer decides; null when operators decide. */
export function usePracticeRule(kind: 'deposit' | 'withdrawal'): readonly string[] | null {
  const { t } = useTranslation('cashier')
  if (useAtomValue(appInfoAtom)?.practiceReviewer !== true) return null
  const { deposit, withdrawal } = PRACTICE_REVIEW
  if (kind === 'deposit') return [t('practice.reviewer', { seconds: deposit.decidedMs / 1_000 })]
  return [
    t('practice.reviewer', { seconds: withdrawal.decidedMs / 1_000 }),
    t('practice.payout', { done: withdrawal.doneMs / 1_000 }),
  ]
}
