/** The terms of products over time. A change is announced in public, and no order reaches over it. */
import { DAY_MS } from '#contract/time.ts'
import type { ProductTerms } from '#contract/product.ts'
import { type TimeMs, timeMs } from '#contract/scalars.ts'
import { CHECKPOINT_EVERY_MS } from '#rules/checkpoint.ts'
import { SILENCE_MAX_MS } from '#rules/outage.ts'

/** How long a version of the terms is public before it is in force. No order lasts so long. SQL has the same limit. */
export const TERMS_NOTICE_MS = DAY_MS
/**
 * The part of the price log in a receipt ends with the next checkpoint. It comes so long after the order, unless the
 * server was away, which the receipt then says.
 */
const RECEIPT_AFTER_MS = CHECKPOINT_EVERY_MS + SILENCE_MAX_MS
/** The part of the price log in a receipt starts so long before the order, at most. */
const RECEIPT_BEFORE_MS = 10_000

/** A version of a product's terms. */
export interface AnnouncedTerms {
  productId: number
  /** Market time, ms. */
  validFrom: number
  terms: ProductTerms
}

/** Market times, ms. The product is open again at `to`. */
export interface TermsPause {
  from: TimeMs
  to: TimeMs
}

/** The terms of all products over time. */
export interface TermsSchedule {
  at(productId: number, timeMs: number): ProductTerms | undefined
  /** The ids of the terms that were in force at some time of a span, in order. */
  within(productId: number, span: { fromMs: number; toMs: number }): string[]
  /**
   * The pause around the current or next change of terms, in which the product takes no orders, so that neither they
   * nor their receipts reach over the change. Null if no change is announced.
   */
  pauseAt(productId: number, timeMs: number): TermsPause | null
}

/** Creates the schedule of versions in the order of time. */
export function createTermsSchedule(versions: readonly AnnouncedTerms[]): TermsSchedule {
  const byProduct = Map.groupBy(versions, ({ productId }) => productId)
  const of = (productId: number): readonly AnnouncedTerms[] => byProduct.get(productId) ?? []
  return {
    at: (productId, timeMs) => {
      const [first, ...later] = of(productId)
      return (later.findLast(({ validFrom }) => validFrom <= timeMs) ?? first)?.terms
    },
    within: (productId, { fromMs, toMs }) => {
      const versions = of(productId)
      return versions
        .filter((_, n) => n === 0 || (versions[n]?.validFrom ?? 0) <= toMs)
        .filter((_, n, begun) => (begun[n + 1]?.validFrom ?? Infinity) > fromMs)
        .map(({ terms }) => terms.termsId)
    },
    pauseAt: (productId, now) => {
      const next = of(productId)
        .slice(1)
        .find(({ validFrom }) => now < validFrom + RECEIPT_BEFORE_MS)
      if (next === undefined) return null
      return {
        from: timeMs.parse(next.validFrom - RECEIPT_AFTER_MS),
        to: timeMs.parse(next.validFrom + RECEIPT_BEFORE_MS),
      }
    },
  }
}
