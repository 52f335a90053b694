/**
 * Creates a new key for one intent (contract/scalars.ts, intentKey). It begins with the time of the intent, by the
 * server's clock if that is known, so that a server that was restored from a copy knows that the request is older.
 */
export function newIntentKey(nowMs = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${Math.floor(nowMs)}-${random}`
}
