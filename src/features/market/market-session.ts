import { useAtomValue } from 'jotai'
import type { MarketSession } from '#contract/product.ts'
import { sessionAtom } from '#streams'

/** The market session from the stream, or as first loaded. */
export function useMarketSession(productId: number, initial: MarketSession): MarketSession {
  const live = useAtomValue(sessionAtom(productId))
  return 'value' in live ? live.value : initial
}
