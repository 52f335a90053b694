/** The rules on when a request counts, with the dates of a transfer made now. */
import { useTranslation } from 'react-i18next'
import { pairs, type RuleFacts, text } from '#features/fund/rules/rule-blocks.ts'
import {
  comingHolidays,
  type TransferExample,
  transferExamples,
} from '#features/fund/rules/rule-examples.ts'
import { useDayText } from '#i18n/day-text.ts'
import { cutOff } from '#rules/fund-calendar.ts'
import type { ArticleSection } from '#ui/article.tsx'

export function useRuleDates({ nowMs }: RuleFacts): ArticleSection[] {
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
