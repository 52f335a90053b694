/**
 * The hand-written decoder of quotes frames. It is as strict as their schema, but avoids a generic parse of every
 * number.
 */
import { QUOTE_FIELDS } from '#contract/socket-protocol.ts'

/**
 * Accepts exactly what `quotesData` accepts: safe integers, one more than a multiple of QUOTE_FIELDS. Undefined for
 * anything else.
 */
export function decodeQuotes(data: unknown): readonly number[] | undefined {
  if (!Array.isArray(data) || data.length % QUOTE_FIELDS !== 1) return undefined
  return isIntegers(data) ? data : undefined
}

function isIntegers(items: readonly unknown[]): items is readonly number[] {
  for (let at = 0; at < items.length; at += 1) {
    if (!Number.isSafeInteger(items[at])) return false
  }
  return true
}
