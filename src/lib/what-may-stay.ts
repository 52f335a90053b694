/**
 * What may stay on the device when a session ends. Everything else is removed (lib/device-sweep.ts), so that whatever
 * is stored one day is removed until it is listed here.
 *
 * Each entry is an address. A final `…` stands for any continuation.
 * - `local:<key>` and `session:<key>`: local storage and session storage.
 * - `cache:<cache>:<path>`: a file in Cache Storage.
 * - `rows:<database>:<store>:<account>:<key>`: a row in IndexedDB. Rows without an account are the same for all users.
 */

/** Stays always: none of it says who used the device, or what they did with their account. */
export const STAYS: readonly string[] = [
  'local:logOutOwed',
  'local:appInfo',
  'local:knownHistory',
  'local:language',
  'local:languageOfferClosed',
  'local:theme',
  'local:upColour',
  'local:hideAmounts',
  'local:noticeSound',
  'local:systemNotice',
  'local:haptics',
  'local:panes',
  'local:shortcuts',
  'local:deskKeys',
  'local:chartInterval',
  'local:chartStyle',
  'local:chartView',
  'local:chartIndicators',
  'local:productSort',
  'local:favourites',
  'local:favouriteLists',
  'local:favouriteList',
  'local:factorOfferedAt',
  'cache:files-…',
  'cache:worker-settings:/chosen-language',
  'cache:worker-settings:/log-out-owed',
  'rows:fairtick:last-known::/products',
  'rows:fairtick:last-known::/sparklines',
  'rows:fairtick:last-known::/candles',
  'rows:fairtick:last-known::/rates',
  'rows:fairtick:last-known::/quote:…',
  'rows:fairtick:last-known::/stats:…',
  'rows:fairtick:last-known::/session:…',
  // Only fingerprints have no account.
  'rows:fairtick-purchases:purchases::…',
]

/** Stays for the user's next log-in when the session ended without a log-out, as sessions do that are not used. */
export const STAYS_UNTIL_LOG_OUT: readonly string[] = [
  'local:command:…',
  'local:supportDraft:…',
  'local:supportUnsent:…',
  'local:ticketGuide',
  'local:lastPlace',
  'cache:push-texts:/push-texts',
]

/** How a session ended: the user logged out on this device, or the server or its age ended it. */
export type SessionEnd = 'logOut' | 'ended'

const covers = (entry: string, address: string): boolean =>
  entry.endsWith('…') ? address.startsWith(entry.slice(0, -1)) : entry === address

export const mayStay = (address: string, end: SessionEnd): boolean =>
  STAYS.some((entry) => covers(entry, address)) ||
  (end === 'ended' && STAYS_UNTIL_LOG_OUT.some((entry) => covers(entry, address)))
