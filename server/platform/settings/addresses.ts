/** Checks of settings that are addresses: origins, networks, host names, databases and relays. */
import { isIP } from 'node:net'

/** Whether a text is an origin, such as https://app.example. */
export const isOrigin = (text: string): boolean =>
  URL.canParse(text) && new URL(text).origin === text
/** Whether a text is an IP address, or a network such as 10.0.0.0/8. */
export function isAddress(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  return isIP(address) > 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most
}
/** Whether a text is a host name without a port. */
export const isHostName = (text: string): boolean =>
  URL.canParse(`http://${text}`) && new URL(`http://${text}`).hostname === text
/** Whether a text is the address of a PostgreSQL database. */
export const isPostgres = (text: string): boolean =>
  URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)

/** A connection to another machine is encrypted by default. Plain text needs an explicit `disable`. */
export const SSL_MODES: ReadonlySet<string | null> = new Set([
  'require',
  'verify-ca',
  'verify-full',
  'disable',
])

/** Whether a database is reached by loopback or by a Unix socket, so that no data crosses a network. */
export function isOwnMachine(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  return host === '' || host.startsWith('/') || /^(localhost|127\.[\d.]+|\[?::1\]?)$/.test(host)
}

/** Whether a host of an address is this machine, by loopback. */
export const isNearHost = (hostname: string): boolean =>
  /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)

/** Whether an address is encrypted, or of this machine. Protocols are written as in `wss:`. */
export function isGuarded(
  text: string,
  { secure, plain }: { secure: string; plain: string },
): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username } = new URL(text)
  const isAllowed = protocol === secure || (protocol === plain && isNearHost(hostname))
  return isAllowed && username === ''
}

/** Whether a text is the address of a mail server, such as smtps://user:password@mail.example:465. */
export function isMailServer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(text)
  if (!/^smtps?:$/.test(protocol) || hostname === '') return false
  return pathname.length < 2 && search + hash === '' && (username === '') === (password === '')
}

/** Signatures protect what a relay answers. Plain HTTP is only for a relay on this machine. */
export function isRelay(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { search, hash } = new URL(text)
  return isGuarded(text, { secure: 'https:', plain: 'http:' }) && search + hash === ''
}
