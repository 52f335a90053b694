import { useAtomValue } from 'jotai'
import { selectAtom } from 'jotai/utils'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#i18n/use-format.ts'
import { reachabilityAtom } from '#api/reachability.ts'
import { type Live, type Quote, quoteAtom, type View } from '#streams'

/** Shows the age of the displayed data while no newer data can arrive. */
export function AsOf({ live, className }: { live: Live<unknown>; className?: string }) {
  const reachability = useAtomValue(reachabilityAtom)
  if (reachability === 'reached' || live.status !== 'stale') return null
  return (
    <Suspense>
      <AsOfTime at={live.asOf} className={className ?? ''} />
    </Suspense>
  )
}

/** Stands for every price that is not old, so that this does not render with each. */
const NOT_OLD: Live<Quote> = { status: 'connecting' }
const oldQuote = (quote: Live<Quote>): Live<Quote> => (quote.status === 'stale' ? quote : NOT_OLD)

/** Shows the age of a product's price while no newer one can arrive. */
export function PriceAsOf(props: { productId: number; view: View; className?: string }) {
  const { productId, view, ...rest } = props
  return <AsOf live={useAtomValue(selectAtom(quoteAtom(productId, view), oldQuote))} {...rest} />
}

/** Shows only the time for today and adds the day for older data, by the device's calendar. */
function AsOfTime({ at, className }: { at: number; className: string }) {
  const { t } = useTranslation('offline')
  const format = useFormat()
  const [openedAt] = useState(() => Date.now())
  const today = format.date(at) === format.date(openedAt)
  const time = today ? format.clock(at) : format.dateClock(at)
  return (
    <p data-as-of={at} className={`figures text-xs text-warn ${className}`}>
      {t('asOf', { time })}
    </p>
  )
}
