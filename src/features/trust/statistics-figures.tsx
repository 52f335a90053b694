import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import { useTranslation } from 'react-i18next'
import { type Figures, type ReviewTimes, STATISTICS_MINIMUM } from '#contract/statistics.ts'
import { shareBps } from '#features/trust/share.ts'
import { useFormat } from '#i18n/use-format.ts'
import { WHOLE_BPS } from '#rules/payout.ts'
import { ListRow } from '#ui/list-row.tsx'
import { Section } from '#ui/section.tsx'
import { ShareBar } from '#ui/share-bar.tsx'

const OUTCOMES = ['won', 'lost', 'draw', 'void'] as const
const TONES = { won: 'up', lost: 'down', draw: 'plain', void: 'warn' } as const

function TooFew() {
  const { t } = useTranslation('trust')
  return (
    <p className="px-4 py-3 text-sm text-ink-2">
      {t('statistics.few', { minimum: STATISTICS_MINIMUM })}
    </p>
  )
}

interface ShareProps {
  label: string
  count: number
  whole: number
  tone: (typeof TONES)[keyof typeof TONES]
}

/** A share and the number behind it. */
function Share({ label, count, whole, tone }: ShareProps) {
  const format = useFormat()
  const bps = shareBps(BigInt(count), BigInt(whole))
  return (
    <ShareBar
      label={label}
      value={`${format.percentFromBps(bps)} (${format.number(count)})`}
      part={bps / WHOLE_BPS}
      tone={tone}
    />
  )
}

export function OrderFigures({ figures: { settled, outcomes } }: { figures: Figures }) {
  const { t } = useTranslation(['trust', 'orders'])
  const format = useFormat()
  return (
    <Section title={t('trust:statistics.orders')}>
      <dl className="px-4">
        <ListRow label={t('trust:statistics.settled')} value={format.number(settled)} />
        {outcomes !== null &&
          OUTCOMES.map((outcome) => (
            <Share
              key={outcome}
              label={t(`orders:status.${outcome}`)}
              count={outcomes[outcome]}
              whole={settled}
              tone={TONES[outcome]}
            />
          ))}
      </dl>
      {outcomes === null && <TooFew />}
    </Section>
  )
}

/** How signed orders that the server refused would have ended, so that refusing selectively shows. */
export function RefusedFigures({ figures: { refused, refusedOutcomes } }: { figures: Figures }) {
  const { t } = useTranslation(['trust', 'orders'])
  const format = useFormat()
  return (
    <Section
      title={t('trust:statistics.refused')}
      help={<p>{t('trust:statistics.refusedLead')}</p>}
    >
      <dl className="px-4">
        <ListRow label={t('trust:statistics.refusedCount')} value={format.number(refused)} />
        {refusedOutcomes !== null &&
          OUTCOMES.map((outcome) => (
            <Share
              key={outcome}
              label={t(`orders:refused.would.${outcome}`)}
              count={refusedOutcomes[outcome]}
              whole={refused}
              tone={TONES[outcome]}
            />
          ))}
      </dl>
      {refusedOutcomes === null && <TooFew />}
    </Section>
  )
}

export function UserFigures({ figures: { traders, losers } }: { figures: Figures }) {
  const { t } = useTranslation('trust')
  const format = useFormat()
  return (
    <Section title={t('statistics.users')}>
      <dl className="px-4">
        <ListRow label={t('statistics.traders')} value={format.number(traders)} />
        {losers !== null && (
          <>
            <Share label={t('statistics.losers')} count={losers} whole={traders} tone="down" />
            <Share
              label={t('statistics.others')}
              count={traders - losers}
              whole={traders}
              tone="plain"
            />
          </>
        )}
      </dl>
      {losers === null && <TooFew />}
    </Section>
  )
}

export function ReviewFigures({ reviews }: Pick<Figures, 'reviews'>) {
  const { t } = useTranslation('trust')
  return (
    <Section title={t('statistics.reviews')}>
      {reviews.map((review) => (
        <Review key={review.kind} review={review} />
      ))}
    </Section>
  )
}

const UNITS = [
  { unit: 'second', size: SECOND_MS, below: MINUTE_MS },
  { unit: 'minute', size: MINUTE_MS, below: HOUR_MS },
  { unit: 'hour', size: HOUR_MS, below: 2 * DAY_MS },
  { unit: 'day', size: DAY_MS, below: Number.POSITIVE_INFINITY },
] as const

/** A measured duration in a suitable unit, with at most one decimal, rounded up: 3.2 sec, 41 min, 5 days. */
export function spanText(locale: string, ms: number): string {
  const { unit, size } = UNITS.find(({ below }) => ms < below) ?? UNITS[3]
  const tenths = Math.ceil((ms * 10) / size) / 10
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: tenths < 10 ? 1 : 0,
  }).format(tenths < 10 ? tenths : Math.ceil(ms / size))
}

function Review({ review: { kind, decided, times } }: { review: ReviewTimes }) {
  const { t, i18n } = useTranslation('trust')
  const format = useFormat()
  return (
    <div className="py-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4">
        <h3 className="font-medium">{t(`statistics.kind.${kind}`)}</h3>
        <span className="figures text-xs text-ink-2">
          {t('statistics.decided', { count: decided, decided: format.number(decided) })}
        </span>
      </div>
      {times === null ? (
        <TooFew />
      ) : (
        <dl className="px-4">
          <ListRow label={t('statistics.half')} value={spanText(i18n.language, times.medianMs)} />
          <ListRow label={t('statistics.ninety')} value={spanText(i18n.language, times.p90Ms)} />
        </dl>
      )}
    </div>
  )
}
