import { DAY_MS } from '#contract/time.ts'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { dealerName } from '#contract/dealer-quote.ts'
import { type VenueHealth, venueName } from '#contract/index-price.ts'
import { useServerMinute } from '#data/use-server-now.ts'
import { useFormat } from '#i18n/use-format.ts'
import { languageOf } from '#i18n/setup.ts'
import { DEALER_NAMES } from '#rules/dealer-names.ts'
import { VENUE_NAMES } from '#rules/trade-links.ts'
import { topicAtom } from '#streams'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'

/** The health of the venues that live prices come from. Nothing while prices are not live. */
export function VenuesPanel() {
  const { t } = useTranslation('venues')
  const desk = useAtomValue(topicAtom('desk'))
  const { venues, closingsUntil } =
    'value' in desk ? desk.value : { venues: undefined, closingsUntil: undefined }
  if (venues === undefined) return null
  return (
    <Card className="mb-4 flex flex-col gap-2">
      <h2 className="font-semibold">{t('desk.title')}</h2>
      <p className="text-sm text-ink-2">{t('desk.hint')}</p>
      {closingsUntil !== undefined && <ClosingsWarning until={closingsUntil} />}
      <ul className="flex flex-col divide-y divide-line">
        {venues.map((health) => (
          <VenueLine key={health.line} health={health} />
        ))}
      </ul>
    </Card>
  )
}

/** A calendar of a week that is read every day never ends sooner. */
const SHORT_MS = 3 * DAY_MS

/** Warns before the calendar of closings ends, and when it has. */
function ClosingsWarning({ until }: { until: number | null }) {
  const { t } = useTranslation('desk')
  const format = useFormat()
  const now = useServerMinute()
  if (until !== null && (now === 0 || until - now >= SHORT_MS)) return null
  return (
    <Notice tone={until === null ? 'bad' : 'info'}>
      <p>
        {until === null
          ? t('closings.none')
          : t('closings.short', { time: format.dateTime(until) })}
      </p>
      <p>{t('closings.run')}</p>
    </Notice>
  )
}

const NONE = '–'
const MINUS = '−'

/** The dealer's name, or the operator's and what its line trades if that is not spot. */
function useLineName(): (line: string) => string {
  const { t } = useTranslation('venues')
  return (line) => {
    const dealer = dealerName.safeParse(line).data
    if (dealer !== undefined) return DEALER_NAMES[dealer]
    const [operator, kind] = line.split('-')
    const name = VENUE_NAMES[venueName.parse(operator)]
    return kind === undefined ? name : `${name} · ${t('desk.perpetual')}`
  }
}

function VenueLine({ health }: { health: VenueHealth }) {
  const { t, i18n } = useTranslation('venues')
  const format = useFormat()
  const nameOf = useLineName()
  const { line, connected, refused, since, heardAt, lagMs, skewMs, disagreementBps } = health
  const unit = new Intl.NumberFormat(languageOf(i18n), {
    style: 'unit',
    unit: 'millisecond',
    maximumFractionDigits: 0,
  })
  const ms = (value: number | null): string =>
    value === null ? NONE : unit.format(value).replace('-', MINUS)
  const rows: [string, string][] = [
    [t('desk.heard'), heardAt === null ? NONE : format.time(heardAt)],
    [t('desk.rate'), format.number(Math.round(health.messagesPerSecond * 10) / 10)],
    [t('desk.lag'), ms(lagMs)],
    [t('desk.skew'), ms(skewMs)],
    [
      t('desk.disagreement'),
      disagreementBps === null ? NONE : format.percentFromBps(disagreementBps),
    ],
    [t('desk.reconnects'), format.number(health.reconnects)],
    [t('desk.faults'), format.number(health.faults)],
  ]
  return (
    <li data-venue={line} className="flex flex-col gap-1.5 py-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{nameOf(line)}</span>
        <Badge tone={connected ? 'good' : 'bad'}>
          {t(connected ? 'desk.connected' : 'state.away')}
        </Badge>
        <span className="figures text-xs text-ink-2">
          {t('desk.since', { time: format.dateTime(since) })}
        </span>
      </p>
      {refused === true && <p className="text-sm text-danger">{t('desk.refused')}</p>}
      <dl className="figures grid grid-cols-2 gap-x-4 gap-y-1 text-xs sm:grid-cols-4 lg:grid-cols-7">
        {rows.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="break-words text-ink-3">{label}</dt>
            <dd className="text-sm">{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
