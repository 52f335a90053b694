/** The rules of the fund in plain words, with its current terms, calendar and rate. */
import { useTranslation } from 'react-i18next'
import type { FundTerms } from '#contract/fund.ts'
import { PRACTICE_CURVE } from '#contract/review.ts'
import { useExactText } from '#features/fund/income/exact-text.ts'
import { useRateText } from '#features/fund/rates/rate-text.ts'
import {
  carryExample,
  comingHolidays,
  type TransferExample,
  transferExamples,
} from '#features/fund/rules/rule-examples.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { addDays, dayOf, dayStart } from '#rules/business-day.ts'
import { cutOff } from '#rules/fund-calendar.ts'
import type { ArticleBlock, ArticleSection } from '#ui/article.tsx'

const TEN_THOUSAND = 1_000_000n

/** The facts from which the rules are worked out. */
interface RuleFacts {
  terms: FundTerms
  /** The server's clock. */
  nowMs: number
  /** Today's rate; null when it is not known. */
  dailyRate: number | null
  practice: boolean
}

const list = (...items: string[]): ArticleBlock => ({ kind: 'list', items })
const text = (words: string): ArticleBlock => ({ kind: 'text', text: words })
const pairs = (rows: readonly (readonly [term: string, text: string])[]): ArticleBlock => ({
  kind: 'pairs',
  pairs: rows.map(([term, words]) => ({ terms: [term], code: false, text: words })),
})

/** When a request counts, with the dates of a transfer made now. */
function useRuleDates({ nowMs }: RuleFacts): ArticleSection[] {
  const { t } = useTranslation('fund')
  const days = useDayText()
  const { now, late } = transferExamples(nowMs)
  const words = (example: TransferExample): string =>
    t('rules.dates', {
      tradeDay: days.weekday(example.tradeDay),
      cutOff: days.moment(example.cutOffAt),
      confirms: days.moment(example.settlesAt),
      firstDay: days.weekday(example.settleDay),
      credited: days.moment(example.firstIncomeAt),
    })
  return [
    {
      id: 'cutOff',
      title: t('rules.section.cutOff.title'),
      blocks: [
        text(
          t('rules.section.cutOff.counts', {
            cutOff: days.ruleClock(cutOff(now.tradeDay)),
            next: days.moment(now.cutOffAt),
          }),
        ),
        text(t('rules.section.cutOff.confirms')),
        text(t('rules.section.cutOff.days')),
        pairs([
          [t('rules.now.title'), words(now)],
          [t('rules.now.late'), words(late)],
        ]),
      ],
    },
    {
      id: 'holidays',
      title: t('rules.section.holidays.title'),
      blocks: [
        text(t('rules.section.holidays.text')),
        pairs(
          comingHolidays(nowMs).map(({ day, name }) => [
            days.long(day),
            t(`state.holidays.${name}`),
          ]),
        ),
      ],
    },
  ]
}

/** What the fund earns, and at which rate. */
function useEarnings({ dailyRate, practice }: RuleFacts): ArticleSection[] {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const rates = useRateText()
  const { exact } = useExactText()
  const of = format.money(TEN_THOUSAND)
  const example = carryExample(dailyRate)
  const amount = rates.perTenThousand(example.dailyRate)
  const [first] = example.days
  return [
    {
      id: 'income',
      title: t('rules.section.income.title'),
      blocks: [
        text(t('rules.section.income.formula')),
        text(t('rules.section.income.carry')),
        text(
          t('rules.section.income.example', {
            share: format.money(first?.share ?? 0n),
            amount,
            of,
          }),
        ),
        list(
          ...example.days.map((day, i) =>
            t('rules.section.income.day', {
              day: i + 1,
              share: format.money(day.share),
              factor: rates.factor(example.dailyRate),
              before: exact(BigInt(day.before)),
              credited: format.money(day.credited),
              after: exact(BigInt(day.after)),
            }),
          ),
        ),
      ],
    },
    {
      id: 'rate',
      title: t('rules.section.rate.title'),
      blocks: [
        text(
          dailyRate === null
            ? t('state.rateNone')
            : t('rules.section.rate.today', { rate: rates.annual(dailyRate), amount, of }),
        ),
        list(
          t('rules.section.rate.everybody'),
          t('rules.section.rate.two'),
          t('rules.section.rate.ahead'),
          ...(practice ? [t('rules.section.rate.curve', { name: PRACTICE_CURVE })] : []),
          t('rules.section.rate.varies'),
        ),
      ],
    },
  ]
}

function useWithdrawals({ terms, nowMs }: RuleFacts): ArticleSection {
  const { t } = useTranslation('fund')
  const days = useDayText()
  const format = useFormat()
  const { now } = transferExamples(nowMs)
  return {
    id: 'withdraw',
    title: t('rules.section.withdraw.title'),
    blocks: [
      list(
        t('rules.section.withdraw.confirmed'),
        t('rules.section.withdraw.instant', { amount: format.money(terms.instantMaximum) }),
        t('rules.section.withdraw.nextDay'),
        t('rules.section.withdraw.now', {
          tradeDay: days.weekday(now.tradeDay),
          pays: days.moment(now.settlesAt),
        }),
        t('rules.section.withdraw.password', { amount: format.money(terms.passwordAbove) }),
      ),
    ],
  }
}

/** Amounts, daily counts, and what cannot be cancelled. */
function useLimits({ terms, nowMs }: RuleFacts): ArticleSection[] {
  const { t } = useTranslation('fund')
  const format = useFormat()
  return [
    {
      id: 'limits',
      title: t('rules.section.limits.title'),
      blocks: [
        pairs([
          [t('rules.section.limits.minimum'), format.money(terms.minimum)],
          [t('rules.section.limits.maximum'), format.money(terms.maximum)],
          [t('rules.section.limits.holding'), format.money(terms.holdingMaximum)],
          [t('rules.section.limits.subscriptions'), format.number(terms.dailySubscriptions)],
          [t('rules.section.limits.redemptions'), format.number(terms.dailyRedemptions)],
          [t('rules.section.limits.instant'), format.money(terms.instantMaximum)],
        ]),
        text(
          t('rules.section.limits.days', {
            time: format.weekdayTime(dayStart(addDays(dayOf(nowMs), 1))),
          }),
        ),
      ],
    },
    {
      id: 'cancel',
      title: t('rules.section.cancel.title'),
      blocks: [
        list(
          t('rules.section.cancel.pending'),
          t('rules.section.cancel.after'),
          t('rules.section.cancel.instant'),
          t('rules.section.cancel.confirmed'),
          t('rules.section.cancel.income'),
        ),
      ],
    },
  ]
}

export function useRuleSections(facts: RuleFacts): ArticleSection[] {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const dates = useRuleDates(facts)
  const earnings = useEarnings(facts)
  const withdrawals = useWithdrawals(facts)
  const limits = useLimits(facts)
  const share: ArticleSection = {
    id: 'share',
    title: t('rules.section.share.title'),
    blocks: [
      text(
        t('rules.section.share.worth', { unit: format.money(100n), amount: format.money(250_00n) }),
      ),
      text(t('rules.section.share.grow')),
      text(t('rules.section.share.fee')),
      text(t('rules.section.share.no')),
    ],
  }
  const practice: ArticleSection = {
    id: 'practice',
    title: t('rules.section.practice.title'),
    blocks: [text(t('rules.section.practice.text'))],
  }
  const check: ArticleSection = {
    id: 'check',
    title: t('rules.section.check.title'),
    blocks: [text(t('rules.section.check.text')), text(t('rules.section.check.day'))],
  }
  return [
    share,
    ...dates,
    ...earnings,
    withdrawals,
    ...limits,
    ...(facts.practice ? [practice] : []),
    check,
  ]
}
