/** Which pages may command this server: the same rule for REST and for the socket's handshake. */

/** Browsers state the origin of every unsafe request and every handshake; other programs need not. */
export function originAllowed(
  origin: string | undefined,
  host: string | undefined,
  allowed: readonly string[],
): boolean {
  if (origin === undefined) return true
  if (allowed.includes(origin)) return true
  if (!URL.canParse(origin)) return false
  return host !== undefined && new URL(origin).host === host
}
