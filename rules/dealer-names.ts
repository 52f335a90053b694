/** The names of dealers as they write them. They are the same in every language. */
import type { DealerName } from '#contract/dealer-quote.ts'

export const DEALER_NAMES: Readonly<Record<DealerName, string>> = { oanda: 'OANDA' }
