import { useTranslation } from 'react-i18next'
import type { FundRate, RateProposal } from '#contract/fund.ts'
import { PRACTICE_CURVE } from '#contract/review.ts'
import type { ItemText } from '#desk/item-text.ts'
import { useRateText } from '#features/fund/rates/rate-text.ts'
import { useDayText } from '#i18n/day-text.ts'
import { addDays } from '#rules/business-day.ts'

/** The texts of a proposed rate in its queue. */
export function useProposalText() {
  const { t } = useTranslation('desk')
  const rate = useRateText()
  const days = useDayText()
  return ({ from, dailyRate }: RateProposal): ItemText => {
    const day = days.date(from)
    return {
      title: t('rate.title', { day }),
      sure: t('rate.sure', { day, percent: rate.annual(dailyRate) }),
      own: t('rate.own'),
      reasonHint: t('rate.reasonHint'),
    }
  }
}

/** The texts of a published rate: its days, and the operators who approved it. */
export function usePublishedText() {
  const { t } = useTranslation('desk')
  const days = useDayText()
  return {
    /** `next` is the first day of the following rate; null when there is none yet. */
    held: ({ from }: FundRate, next: string | null): string => {
      if (next === null) return t('rate.title', { day: days.date(from) })
      const last = addDays(next, -1)
      return last === from ? days.date(from) : `${days.date(from)} – ${days.date(last)}`
    },
    by: ({ by: [proposed = '', approved = ''] }: FundRate): string =>
      proposed === PRACTICE_CURVE ? t('rate.curve') : t('rate.two', { proposed, approved }),
  }
}
