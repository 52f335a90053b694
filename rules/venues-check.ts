/** Verifies that the prices which decided a live order follow from the trades of its venues. */
import type { IndexInput } from '#contract/index-price.ts'
import type { IndexTerms } from '#contract/product.ts'
import type { LogSegment, ReceiptEvidence } from '#contract/settlement-receipt.ts'
import {
  findInputsFault,
  isFresh,
  medianInput,
  spreadBps,
  truncatedPrice,
} from '#rules/index-price.ts'
import type { Tick } from '#rules/spot.ts'
import { indexTermsOf } from '#rules/terms.ts'
import type { Sha256 } from '#rules/tick-chain.ts'

/** A finding about the inputs. `seq` is the first tick that does not follow from its inputs. */
export interface VenuesFinding {
  verdict: 'holds' | 'fails'
  seq?: number
}

interface Decider {
  seq: number
  /** Undefined if the receipt lacks the record, or it is no tick. */
  tick: Tick | undefined
}

function deciderIn({ records }: LogSegment, seq: number): Decider {
  const record = records.find((each) => each.seq === seq)
  return { seq, tick: record?.kind === 'tick' ? record : undefined }
}

/** The ticks of entry and exit, as far as there are any. */
export function deciders({ order, entry, exit }: ReceiptEvidence): Decider[] {
  return [
    ...(order.entry === null ? [] : [deciderIn(entry, order.entry.seq)]),
    ...(order.exit === null ? [] : [deciderIn(exit, order.exit.seq)]),
  ]
}

/** Whether the terms allow a price from these trades: of enough venues that they name, fresh, and close together. */
function areAllowed(tick: Tick, inputs: readonly IndexInput[], terms: IndexTerms): boolean {
  const { venues, needed, decimals } = terms
  const areFresh = inputs.every(
    (input) => venues.includes(input.venue) && isFresh(input, tick.timeMs, terms),
  )
  const prices = inputs.map(({ price }) => truncatedPrice(price, decimals))
  return inputs.length >= needed && areFresh && spreadBps(prices) <= terms.spreadBps
}

/**
 * Verifies the inputs of the deciding ticks: there for each tick of a live order, as the terms allow, as the tick
 * commits to them, and with the tick's price in the middle. Null if the prices are not live.
 */
export function checkVenues(
  receipt: ReceiptEvidence,
  { sha256 }: { sha256: Sha256 },
): VenuesFinding | null {
  const found = deciders(receipt)
  const { source } = receipt.order
  // A dealer's quotes are another step (rules/dealer-check.ts).
  if (found.length === 0 || source === 'dealer') return null
  if (source !== 'live' && found.every(({ tick }) => tick?.inputs === undefined)) return null
  const terms = indexTermsOf(receipt.terms ?? '')
  for (const { seq, tick } of found) {
    const inputs = receipt.venues?.find((each) => each.seq === seq)?.inputs
    const holds =
      tick !== undefined &&
      inputs !== undefined &&
      terms !== null &&
      areAllowed(tick, inputs, terms) &&
      findInputsFault(tick, inputs, { decimals: terms.decimals, sha256 }) === null
    if (!holds) return { verdict: 'fails', seq }
  }
  return { verdict: 'holds' }
}

/** A trade behind a deciding price, as a reader lists it. */
export interface VenueTradeRow extends IndexInput {
  /** The symbol at the venue, by the terms; null if they do not name the venue. */
  symbol: string | null
  /** Whether it was made with a perpetual contract, by the terms. */
  perpetual: boolean
  /** Whether the price of the tick is this trade's. */
  isIndex: boolean
}

/** The trades behind the prices of entry and exit. Empty if the receipt has none. */
export function venueTrades(receipt: ReceiptEvidence): {
  spot: 'entry' | 'exit'
  seq: number
  trades: VenueTradeRow[]
}[] {
  const { order, terms = '', venues = [] } = receipt
  const live = indexTermsOf(terms)
  return (['entry', 'exit'] as const).flatMap((spot) => {
    const seq = order[spot]?.seq
    const inputs = venues.find((each) => each.seq === seq)?.inputs
    if (seq === undefined || inputs === undefined) return []
    const index = live && medianInput(inputs, live.decimals)
    const trades = inputs.map((input) => ({
      ...input,
      symbol: live?.symbols[input.venue] ?? null,
      perpetual: live?.perpetual ?? false,
      isIndex: input === index,
    }))
    return [{ spot, seq, trades }]
  })
}
