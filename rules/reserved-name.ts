/**
 * User names that no one may register: those that look like the staff or the platform, those of guests, and words with
 * a meaning of their own in JavaScript, which a program could take for something else than a name.
 */

/** Guests are named `g_` and ten random digits by the server. */
const GUEST = /^g_/i

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

const STAFF_SKELETONS = new Set(STAFF.flatMap((word) => [skeleton(word), skeleton(`${word}s`)]))
const PLATFORM_SKELETON = skeleton(PLATFORM)

/** Whether a user name is reserved, whatever its case and width, also with underscores, digits around it or in it. */
export function isReservedName(name: string): boolean {
  const plain = name.normalize('NFKC').toLowerCase()
  if (GUEST.test(plain) || LANGUAGE.includes(plain)) return true
  const forms = [plain, plain.replace(/^[\d_]+|[\d_]+$/g, '')].map(skeleton)
  return forms.some((form) => STAFF_SKELETONS.has(form) || form.includes(PLATFORM_SKELETON))
}
