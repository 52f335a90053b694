/**
 * User names that no one may register: those that look like the staff or the platform, those of guests, and words with
 * a meaning of their own in JavaScript, which a program could take for something else than a name.
 */

/** Guests are named `g_` and ten random digits by the server. */
const GUEST = /^g_/i
/** Closed accounts are named `c_` and ten characters by the database. */
const CLOSED = /^c_\w{10}$/i

/** Roles and addresses that users take for the platform, each as a whole name. */
const STAFF = [
  'admin',
  'administrator',
  'billing',
  'broker',
  'cashier',
  'compliance',
  'customercare',
  'helpdesk',
  'hostmaster',
  'manager',
  'moderation',
  'moderator',
  'noreply',
  'official',
  'operator',
  'postmaster',
  'reviewer',
  'root',
  'security',
  'service',
  'staff',
  'support',
  'sysadmin',
  'system',
  'treasury',
  'webmaster',
]
const PLATFORM = 'fairtick'

const LANGUAGE = [
  ...Object.getOwnPropertyNames(Object.prototype),
  ...Object.getOwnPropertyNames(Function.prototype),
  'function',
  'infinity',
  'prototype',
  'undefined',
].map((word) => word.toLowerCase())

/** Digits that are read as letters, and letters that are read as each other. */
const ALIKE: readonly [RegExp, string][] = [
  [/0/g, 'o'],
  [/[1l]/g, 'i'],
  [/3/g, 'e'],
  [/4/g, 'a'],
  [/5/g, 's'],
  [/7/g, 't'],
  [/_/g, ''],
]
const skeleton = (name: string): string =>
  ALIKE.reduce((text, [alike, letter]) => text.replace(alike, letter), name)

/** A name of an app that is shorter is reserved as a whole only, because many other names contain it. */
const CONTAINED_MIN = 5
const plainOf = (name: string): string => name.normalize('NFKC').toLowerCase()
/** What an app's name can look like in a user name, which has letters, digits and underscores only. */
const brandSkeleton = (brand: string): string =>
  skeleton(plainOf(brand).replace(/[^\p{L}\p{N}]/gu, ''))

const STAFF_SKELETONS = new Set(STAFF.flatMap((word) => [skeleton(word), skeleton(`${word}s`)]))
const PLATFORM_SKELETON = skeleton(PLATFORM)

/**
 * Whether a user name is reserved, whatever its case and width, also with underscores, digits around it or in it.
 * `brands`: the names of the app.
 */
export function isReservedName(name: string, brands: readonly string[]): boolean {
  const plain = plainOf(name)
  if (GUEST.test(plain) || CLOSED.test(plain) || LANGUAGE.includes(plain)) return true
  const forms = [plain, plain.replace(/^[\d_]+|[\d_]+$/g, '')].map(skeleton)
  const names = [PLATFORM_SKELETON, ...brands.map(brandSkeleton)].filter((each) => each !== '')
  const isNamed = (form: string): boolean =>
    names.some((each) => (each.length < CONTAINED_MIN ? form === each : form.includes(each)))
  return forms.some((form) => STAFF_SKELETONS.has(form) || isNamed(form))
}
