import { useAtomValue } from 'jotai'
import type { MarketSession, Product } from '#contract/product.ts'
import { type Blocked, blockedBy } from '#features/ticket/tradable.ts'
import { reachabilityAtom } from '#lib/reachability.ts'
import { useSeconds } from '#lib/use-seconds.ts'
import { connectionAtom, quoteAtom, sessionAtom, streamsAtom } from '#streams'

export interface MarketNow {
  session: MarketSession
  blocked: Blocked | null
  serverNow: number
}

/** Whether this product can be ordered now, evaluated with each price and each second. */
export function useMarketNow(product: Product): MarketNow {
  useSeconds()
  const streams = useAtomValue(streamsAtom)
  const quote = useAtomValue(quoteAtom(product.id, 'detail'))
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
