import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { appInfoAtom } from '#api/session.ts'
import { useFormat } from '#i18n/use-format.ts'
import { PRACTICE_REVIEW } from '#rules/practice-review.ts'

/** How and when the practice reviewer decides; null when operators decide. */
export function usePracticeRule(kind: 'deposit' | 'withdrawal'): string | null {
  const { t } = useTranslation('cashier')
  const format = useFormat()
  if (useAtomValue(appInfoAtom)?.practiceReviewer !== true) return null
  const { deposit, withdrawal, rejectedCents, bouncedCents } = PRACTICE_REVIEW
  const ending = (cents: bigint): string => format.money(cents).slice(1)
  const rejected = ending(rejectedCents)
  if (kind === 'deposit')
    return t('practice.depositRule', { seconds: deposit.decidedMs / 1_000, rejected })
  return t('practice.withdrawRule', {
    seconds: withdrawal.decidedMs / 1_000,
    done: withdrawal.doneMs / 1_000,
    rejected,
    bounced: ending(bouncedCents),
  })
}
