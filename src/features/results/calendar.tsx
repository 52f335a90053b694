import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Results } from '#contract/results.ts'
import { type CalendarDay, monthOf, nextMonth, weeksOf } from '#features/results/result-days.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { dateLocale } from '#i18n/languages.ts'
import { languageOf } from '#i18n/setup.ts'
import { RESULT_FILLS } from '#components/result-tone.ts'
import { dayStart } from '#rules/business-day.ts'
import { IconButton } from '#ui/button.tsx'
import { join } from '#ui/join.ts'
import { Section } from '#ui/section.tsx'

const LOOKS = {
  profit: { shape: '▲', className: RESULT_FILLS.profit },
  loss: { shape: '▼', className: RESULT_FILLS.loss },
  even: { shape: '=', className: 'bg-sunken text-ink-2' },
} as const
type Kind = keyof typeof LOOKS
const KINDS: readonly Kind[] = ['profit', 'loss', 'even']

const kindOf = (minor: bigint): Kind => (minor > 0n ? 'profit' : minor < 0n ? 'loss' : 'even')

const MINUS = '−'
const CENTS = 100

/** Below this, a whole number is as short as its short form. */
const SHORT_FROM = 10_000
const THOUSAND = 1_000

/** An amount in a few characters, rounded: +85, −6.7K. German has no short form of thousands, so it gets a k. */
export function shortAmount(language: string, minor: bigint): string {
  const size = Math.abs(Number(minor)) / CENTS
  const whole = new Intl.NumberFormat(language, { useGrouping: false, maximumSignificantDigits: 4 })
  const compact = new Intl.NumberFormat(language, {
    notation: 'compact',
    maximumSignificantDigits: 2,
  })
  const isShortened = compact.formatToParts(size).some(({ type }) => type === 'compact')
  const text = isShortened
    ? // The space may be broken, because some units are long.
      compact.format(size).replace(/\s/gu, ' ')
    : size < SHORT_FROM
      ? whole.format(size < 1 ? size : Math.round(size))
      : `${compact.format(size / THOUSAND)}k`
  return minor === 0n ? text : `${minor < 0n ? MINUS : '+'}${text}`
}

/** The weekdays from Monday on, in their short and their long form. */
function useWeekdays(): { short: string; long: string }[] {
  const locale = dateLocale(languageOf(useTranslation().i18n))
  const writer = (weekday: 'short' | 'long') =>
    new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC', calendar: 'gregory' })
  const [short, long] = [writer('short'), writer('long')]
  return Array.from({ length: 7 }, (_, i) => {
    // 2024-01-01 was a Monday.
    const at = dayStart(`2024-01-0${i + 1}`)
    return { short: short.format(at), long: long.format(at) }
  })
}

function Cell({ day, figures }: CalendarDay) {
  const { t, i18n } = useTranslation('results')
  const days = useDayText()
  const format = useFormat()
  const number = Number(day.slice(-2))
  if (figures === null) {
    return <span className="block p-0.5 text-xs text-ink-3">{number}</span>
  }
  const kind = kindOf(figures.profitAndLoss)
  const { shape, className } = LOOKS[kind]
  return (
    <span className={join('block h-full rounded-md p-0.5', className)}>
      <span className="sr-only">
        {t(`calendar.said.${kind}`, {
          day: days.date(day),
          amount: format.signedMoney(figures.profitAndLoss),
        })}
      </span>
      <span aria-hidden className="flex justify-between text-xs">
        <span className="text-ink-2">{number}</span>
        <span>{shape}</span>
      </span>
      <span aria-hidden className="figures block text-center text-xs font-semibold break-words">
        {shortAmount(i18n.language, figures.profitAndLoss)}
      </span>
    </span>
  )
}

/** A month as a grid: the result of each day by sign, shape, colour and number. */
export function Calendar({ results }: { results: Results }) {
  const { t } = useTranslation('results')
  const days = useDayText()
  const weekdays = useWeekdays()
  const oldest = monthOf(results.days[0]?.day ?? results.to)
  const newest = monthOf(results.to)
  const [chosen, choose] = useState(newest)
  const month = chosen < oldest ? oldest : chosen
  const title = days.month(`${month}-01`)
  return (
    <Section title={t('calendar.title')}>
      <div className="flex items-center justify-between px-1">
        <IconButton
          label={t('calendar.previous')}
          disabled={month <= oldest}
          onClick={() => choose(nextMonth(month, -1))}
        >
          <ChevronLeft aria-hidden size={20} />
        </IconButton>
        <p aria-live="polite" className="font-semibold">
          {title}
        </p>
        <IconButton
          label={t('calendar.next')}
          disabled={month >= newest}
          onClick={() => choose(nextMonth(month, 1))}
        >
          <ChevronRight aria-hidden size={20} />
        </IconButton>
      </div>
      <div className="px-1 py-2">
        <table className="h-px w-full table-fixed border-separate [border-spacing:0.125rem]">
          <caption className="sr-only">{t('calendar.caption', { month: title })}</caption>
          <thead>
            <tr>
              {weekdays.map(({ short, long }) => (
                <th key={long} scope="col" className="text-xs font-normal text-ink-3">
                  <span aria-hidden>{short}</span>
                  <span className="sr-only">{long}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(month, results.days).map((week, i) => (
              <tr key={week.find((cell) => cell !== null)?.day ?? i}>
                {week.map((cell, weekday) => (
                  <td key={cell?.day ?? weekday} className="h-11 p-0 align-top">
                    {cell !== null && <Cell {...cell} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className="flex flex-wrap gap-x-4 px-4 py-2 text-xs text-ink-2">
        {KINDS.map((kind) => (
          <li key={kind} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={join('rounded px-1', LOOKS[kind].className)}>
              {LOOKS[kind].shape}
            </span>
            <span>{t(`calendar.${kind}`)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
