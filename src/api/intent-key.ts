/** Creates a new key for one money intent (contract/scalars.ts, intentKey). */
export function newIntentKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
