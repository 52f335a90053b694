/**
 * The host names by which the server may be called, and the origins that may send commands. REST and the socket's
 * handshake share these rules.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

/** The name in a Host header, without port and brackets. Null if the header is invalid. */
export function hostName(host: string): string | null {
  const url = URL.parse(`http://${host}`)
  if (url === null || url.pathname !== '/' || url.username !== '') return null
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

/**
 * Whether the Host header is one of the server's own names or an address. Otherwise another site could point its name
 * at this machine, and its script would be of our origin (DNS rebinding). An address cannot be pointed elsewhere.
 * `allowed`: names without port. Programs that send no Host header are not browsers and pass.
 */
export function hostAllowed(host: string | undefined, allowed: readonly string[]): boolean {
  if (host === undefined) return true
  const name = hostName(host)
  if (name === null) return false
  return isIP(name) > 0 || /^(.+\.)?localhost$/.test(name) || allowed.includes(name)
}

/**
 * Whether the origin of a request is allowed. Browsers send the origin, or at least the fetch site, with every unsafe
 * request and every handshake.
 */
export function originAllowed(headers: IncomingHttpHeaders, allowed: readonly string[]): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers
  if (origin === undefined) return site === undefined || site === 'same-origin'
  if (allowed.includes(origin)) return true
  return host !== undefined && URL.parse(origin)?.host === host
}
