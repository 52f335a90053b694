/**
 * What may stay on the device when a session ends. Everything else is removed (device/sweep.ts), so that whatever
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
  'local:deletions',
  'local:knownHistory',
  'local:language',
  'local:languageOfferClosed',
  'local:theme',
  'local:upColour',
  'local:hideAmounts',
  'local:noticeSound',
  'local:systemNotice',
  'local:haptics',
  'local:awake',
  'local:panes',
  'local:dock',
  'local:pair',
  'local:shortcuts',
  'local:deskKeys',
  'local:chartInterval',
  'local:chartStyle',
  'local:chartView',
  'local:chartIndicators',
  'local:secondChart',
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

/** Each says in its key or text which account it belongs to. Another account that logs in removes it. */
const NAMED: readonly string[] = [
  'local:command:…',
  'local:supportDraft:…',
  'local:supportUnsent:…',
]

/** Stays for the user's next log-in when the session ended without a log-out, as sessions do that are not used. */
export const STAYS_UNTIL_LOG_OUT: readonly string[] = [
  ...NAMED,
  'local:ticketGuide',
  'local:lastPlace',
  'cache:push-texts:/push-texts',
]

/** Stays besides when a guest has registered, and will log in as the same user under another name. */
export const STAYS_WITH_GUEST: readonly string[] = ['local:drawings', 'local:own.ticket']

/** What no end of a session leaves. A test demands that whatever the app stores is in one of these lists. */
export const GOES: readonly string[] = [
  'local:token',
  'local:userInfo',
  'local:registerInfo',
  'local:guestKey',
  'local:sitting',
  'local:recoveryCode',
  'session:askedRecovery',
  'rows:fairtick:last-known:…',
  // A receipt leaves its fingerprint.
  'rows:fairtick-purchases:purchases:…',
  'rows:fairtick-signing-keys:signing-keys:…',
]

/**
 * What changes the session, and what the device keeps:
 * - `logOut`: the user logs out, or another account logs in over this one. Only `STAYS`.
 * - `ended`: the server or the session's age ended it. Also what the same user needs next.
 * - `registered`: a guest registered. Also what continues under the new name.
 * - `entered`: an account logs in where none was. Everything but what is `NAMED` after others.
 */
export type SessionChange = 'logOut' | 'ended' | 'registered' | 'entered'

const covers = (entry: string, address: string): boolean =>
  entry.endsWith('…') ? address.startsWith(entry.slice(0, -1)) : entry === address

const KEPT = {
  logOut: STAYS,
  ended: [...STAYS, ...STAYS_UNTIL_LOG_OUT],
  registered: [...STAYS, ...STAYS_UNTIL_LOG_OUT, ...STAYS_WITH_GUEST],
}

export function mayStay(address: string, change: SessionChange): boolean {
  const isIn = (list: readonly string[]): boolean => list.some((entry) => covers(entry, address))
  return change === 'entered' ? !isIn(NAMED) : isIn(KEPT[change])
}
