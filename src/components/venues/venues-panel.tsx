/** Where the price of a live product comes from, and what happens if a venue drops out. */
import { MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import { useTranslation } from 'react-i18next'
import { useStore } from 'jotai'
import type { Atom } from 'jotai/vanilla'
import { atomFamily } from 'jotai-family'
import { useEffect, useState } from 'react'
import type { ProductVenues } from '#contract/index-price.ts'
import { PriceOrigin } from '#components/venues/price-origin.tsx'
import { useServerNow } from '#data/use-server-now.ts'
import { durationText } from '#i18n/duration-text.ts'
import { VENUE_NAMES } from '#rules/trade-links.ts'
import { type Live, liveAtom } from '#streams'
import { join } from '#ui/join.ts'
import { Notice } from '#ui/notice.tsx'
import { TOPICS } from '#contract/topics.ts'

type VenueRow = ProductVenues['venues'][number]

/** Whole seconds up to a minute, then whole minutes. At least a second. */
function wholeMs(ageMs: number): number {
  const unit = ageMs < MINUTE_MS ? SECOND_MS : MINUTE_MS
  return Math.max(1, Math.floor(ageMs / unit)) * unit
}

function useStateText(): (row: VenueRow, nowMs: number) => string {
  const { t, i18n } = useTranslation('venues')
  return ({ state, tradedAt }, nowMs) => {
    if (state === 'away') return t('state.away')
    if (tradedAt === null) return t('state.none')
    return t(`state.${state}`, { age: durationText(i18n.language, wholeMs(nowMs - tradedAt)) })
  }
}

const DOTS = { fresh: 'bg-brand-strong', quiet: 'bg-warn', away: 'bg-danger' } as const

function VenueLine({ row, text, isLate }: { row: VenueRow; text: string; isLate: boolean }) {
  return (
    <li data-venue={row.venue} data-state={row.state} className="flex items-baseline gap-2">
      <span
        aria-hidden
        className={join(
          'size-2 shrink-0 self-center rounded-full',
          isLate ? 'bg-line-strong' : DOTS[row.state],
        )}
      />
      <span className="w-20 font-medium text-ink">{VENUE_NAMES[row.venue]}</span>
      <span className="figures min-w-0 flex-1 text-end">{text}</span>
    </li>
  )
}

function Details({ venues, isLate }: { venues: ProductVenues; isLate: boolean }) {
  const { t } = useTranslation('venues')
  const now = useServerNow()
  const textOf = useStateText()
  const { needed } = venues
  return (
    <div className="flex flex-col gap-2 pb-3">
      <p>{t('lead')}</p>
      <ul className="flex flex-col gap-1">
        {venues.venues.map((row) => (
          <VenueLine key={row.venue} row={row} text={textOf(row, now)} isLate={isLate} />
        ))}
      </ul>
      <p className="font-semibold text-ink">{t('drop.title')}</p>
      <p>{t('drop.others', { needed })}</p>
      <p>{t('drop.few', { needed })}</p>
    </div>
  )
}

/** The state in a few words. */
function useSummary(live: Live<ProductVenues>): string {
  const { t } = useTranslation('venues')
  if (live.status === 'connecting') return t('checking')
  if (live.status === 'failed') return t('failed')
  if (live.status === 'stale') return t('late')
  const { venues, alive, needed, reason } = live.value
  const fresh = venues.filter(({ state }) => state === 'fresh').length
  if (alive) return t('live', { fresh, all: venues.length })
  if (fresh < needed) return t('notLive', { fresh, all: venues.length })
  // Enough venues and no price, so their number is not why.
  return t(reason === 'spread' ? 'apart' : 'noPrice')
}

/** Says how many venues make the price, and opens to which they are. While there is no price, it says why. */
export function VenuesPanel({ symbol }: { symbol: string }) {
  const { t } = useTranslation('venues')
  const live = useCalmly(venuesAtom(symbol))
  const summary = useSummary(live)
  const venues = 'value' in live ? live.value : null
  const isAlive = live.status === 'live' && live.value.alive
  const reason = live.status === 'live' ? live.value.reason : null
  return (
    <div data-venues={live.status} className="flex flex-col gap-2 text-xs text-ink-2">
      {reason !== null && (
        <Notice tone="info">
          <p>{t(`reason.${reason}`, { needed: venues?.needed ?? 0 })}</p>
          <p>{t('reason.orders')}</p>
        </Notice>
      )}
      <PriceOrigin summary={summary} isAlive={isAlive}>
        {venues !== null && <Details venues={venues} isLate={live.status !== 'live'} />}
      </PriceOrigin>
    </div>
  )
}

const STALE_MS = TOPICS.venues.staleAfterMs ?? 0
/** Texts change at most this often, so that they can be read. */
const CALM_MS = 1_000

const venuesAtom = atomFamily((symbol: string) =>
  liveAtom<ProductVenues>({
    open: (streams) => streams.venues(symbol),
    delivery: TOPICS.venues.delivery,
    staleAt: ({ asOf }) => asOf + STALE_MS,
  }),
)

/** The value of an atom, updated at most once per second. The first value is shown at once. */
function useCalmly<T extends Live<unknown>>(atom: Atom<T>): T {
  const store = useStore()
  const [shown, show] = useState(() => store.get(atom))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isFirst = true
    const update = (): void => {
      timer = undefined
      const value = store.get(atom)
      isFirst &&= value.status === 'connecting'
      show(value)
    }
    const unsubscribe = store.sub(atom, () => {
      if (isFirst) update()
      else timer ??= setTimeout(update, CALM_MS)
    })
    update()
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [store, atom])
  return shown
}
