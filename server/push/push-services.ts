/** The allowed push services: those of the browsers, by HTTPS only. */
const HOSTS = ['fcm.googleapis.com', 'updates.push.services.mozilla.com']
const UNDER = ['.push.apple.com', '.notify.windows.com']

/**
 * The origin of an endpoint's push service. Null if it is not allowed. `others`: origins that the configuration adds.
 */
export function pushServiceOf(endpoint: string, others: readonly string[]): string | null {
  if (!URL.canParse(endpoint)) return null
  const { protocol, origin, hostname, host, port, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return null
  if (others.includes(origin)) return host
  const known = HOSTS.includes(hostname) || UNDER.some((end) => hostname.endsWith(end))
  return protocol === 'https:' && port === '' && known ? hostname : null
}
