import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { getClosings } from '#contract/endpoints/public-records.ts'
import { Loaded } from '#components/loaded.tsx'
import type { MarketSession, Product } from '#contract/product.ts'
import { WEEK_MS } from '#contract/time.ts'
import { useFetched } from '#data/use-fetched.ts'
import { useServerMinute } from '#data/use-server-now.ts'
import { tradingHours } from '#features/facts/trading-hours.ts'
import { useFormat } from '#i18n/use-format.ts'
import { type Closings, coveredUntil } from '#rules/closings.ts'
import { hasEnded } from '#rules/market-ended.ts'
import { sessionAtom } from '#streams'
import { Skeleton } from '#ui/skeleton.tsx'

/** What the market does now, and what comes next. Null where it is open and has no hours. */
function useSessionText(product: Product): string | null {
  const { t } = useTranslation(['facts', 'market', 'chart'])
  const format = useFormat()
  const live = useAtomValue(sessionAtom(product.id))
  const session: MarketSession = 'value' in live ? live.value : product.session
  const { state, opensAt, closesAt } = session
  if (product.replay?.watchOnly === true) return t('market:closed.watchOnly')
  if (hasEnded(product.replay, session)) return t('market:closed.ended')
  switch (state) {
    case 'open':
      return closesAt === null
        ? null
        : t('facts:hours.closes', { time: format.weekdayTime(closesAt) })
    case 'closed':
      return opensAt === null
        ? t('facts:hours.maintenance')
        : t('facts:hours.opens', { time: format.weekdayTime(opensAt) })
    case 'halted':
      return t('facts:hours.halted')
    case 'catching_up':
      return t(
        product.source === 'live' || product.source === 'dealer'
          ? 'chart:noPrice'
          : 'facts:hours.catchingUp',
      )
  }
}

interface WeekProps {
  product: Product
  nowMs: number
  /** Missing: the product follows its weekly hours alone. */
  closings?: Closings
}

/** The hours of the next seven days by the user's clock. */
function Week({ product, nowMs, closings }: WeekProps) {
  const { t } = useTranslation('facts')
  const format = useFormat()
  const hours = tradingHours(product, nowMs, closings)
  if (hours.kind !== 'weekly') return <p>{t(`hours.${hours.kind}`)}</p>
  const write = format.weekdayTime
  const texts = hours.spans.map(([from, to]) => t('range', { from: write(from), to: write(to) }))
  return (
    <>
      <p className="text-ink-2">{t('hours.zone', { zone: format.zone })}</p>
      <ul className="figures flex flex-col gap-1">
        {/* The present week and the next one differ only where clocks change. */}
        {[...new Set(texts)].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {closings !== undefined && <Covered closings={closings} nowMs={nowMs} />}
      <p className="text-xs text-ink-3">{t('hours.newYork')}</p>
    </>
  )
}

/** Until when holidays are published, if that is within the week that is shown. */
function Covered({ closings, nowMs }: { closings: Closings; nowMs: number }) {
  const { t } = useTranslation('facts')
  const format = useFormat()
  const until = coveredUntil(closings, nowMs)
  if (until === null) return <p>{t('hours.unpublished')}</p>
  if (until >= nowMs + WEEK_MS) return null
  return <p>{t('hours.covered', { time: format.weekdayTime(until) })}</p>
}

/** The week of a contract, without the holidays of its market. */
function ContractWeek(props: Omit<WeekProps, 'closings'>) {
  const { fetched, reload } = useFetched(() => call(getClosings, {}))
  return (
    <Loaded data={fetched} onRetry={reload} loading={<Skeleton className="h-24" />} compact>
      {({ closings }) => <Week {...props} closings={closings ?? NONE} />}
    </Loaded>
  )
}
const NONE: Closings = { covers: [], closed: [] }

/** When the product can be traded. */
export function HoursSection({ product }: { product: Product }) {
  const { t } = useTranslation('facts')
  const nowMs = useServerMinute()
  const text = useSessionText(product)
  const Hours = product.terms.index?.perpetual === true ? ContractWeek : Week
  return (
    <section className="flex flex-col gap-2 text-sm">
      <h3 className="text-base font-semibold">{t('hours.title')}</h3>
      {text !== null && <p className="font-medium">{text}</p>}
      {nowMs > 0 && <Hours product={product} nowMs={nowMs} />}
    </section>
  )
}
