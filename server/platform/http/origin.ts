/** By which names this server may be called, and which pages may command it: one rule for REST and the handshake. */
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

/** Of a Host header, without port and brackets; null: it is none. */
export function hostName(host: string): string | null {
  const url = URL.parse(`http://${host}`)
  if (url === null || url.pathname !== '/' || url.username !== '') return null
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

/**
 * Whether a page could have come here only by a name that is ours. A page of another name may point that name at this
 * machine, and its script would then be of our origin (DNS rebinding); an address cannot be pointed elsewhere.
 * `allowed`: names without port. Programs that state no host are no pages.
 */
export function hostAllowed(host: string | undefined, allowed: readonly string[]): boolean {
  if (host === undefined) return true
  const name = hostName(host)
  if (name === null) return false
  return isIP(name) > 0 || /^(.+\.)?localhost$/.test(name) || allowed.includes(name)
}

/** Browsers state the origin of every unsafe request and every handshake, or at least what kind of page it is. */
export function originAllowed(headers: IncomingHttpHeaders, allowed: readonly string[]): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers
  if (origin === undefined) return site === undefined || site === 'same-origin'
  if (allowed.includes(origin)) return true
  return host !== undefined && URL.parse(origin)?.host === host
}
