import { useAtomValue, useStore } from 'jotai'
import { selectAtom } from 'jotai/utils'
import type { MarketSession, Product } from '#contract/product.ts'
import { type Blocked, blockedBy } from '#features/ticket/tradable.ts'
import { reachabilityAtom } from '#api/reachability.ts'
import { useSeconds } from '#lib/use-seconds.ts'
import {
  connectionAtom,
  type Live,
  type Quote,
  quoteAtom,
  sessionAtom,
  streamsAtom,
} from '#streams'

export interface MarketNow {
  session: MarketSession
  blocked: Blocked | null
  serverNow: number
}

/** Of a price that changes many times per second, what seldom does. */
const statusOf = ({ status }: Live<Quote>): Live<Quote>['status'] => status

/** Whether this product can be ordered now, evaluated each second and when the price's status changes. */
export function useMarketNow(product: Product): MarketNow {
  useSeconds()
  const streams = useAtomValue(streamsAtom)
  const price = quoteAtom(product.id, 'detail')
  useAtomValue(selectAtom(price, statusOf))
  const quote = useStore().get(price)
  const live = useAtomValue(sessionAtom(product.id))
  const connection = useAtomValue(connectionAtom).status
  const reachability = useAtomValue(reachabilityAtom)
  const session = 'value' in live ? live.value : product.session
  const serverNow = streams?.serverNow() ?? 0
  return {
    session,
    serverNow,
    blocked: blockedBy({
      session,
      source: product.source,
      replay: product.replay,
      quote,
      connection,
      serverNow,
      reachability,
    }),
  }
}
