/** Refuses passwords that attackers try first, beyond the rules of length. */
import { open } from 'node:fs/promises'
import { password } from '#contract/account.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { COMMON_PASSWORDS, COMMON_WORDS } from '#server/identity/common-passwords.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** A shorter list would not protect against an attacker who tries the most frequent passwords. */
const LISTED_MIN = 3_000
const listed = new Set<string>()

/**
 * Adds a list of leaked passwords, one per line, for this process. Lines that the length rule refuses anyway are
 * ignored.
 */
export async function refuseListed(path: string): Promise<void> {
  const chosen = new Set<string>()
  try {
    for await (const line of (await open(path)).readLines()) {
      if (password.safeParse(line).success) chosen.add(line.toLowerCase())
    }
  } catch (error) {
    throw new StartRefused(`PASSWORD_LIST cannot be read: ${String(error)}`)
  }
  if (chosen.size < LISTED_MIN) {
    const found = `${chosen.size} passwords of at least ten characters`
    throw new StartRefused(`PASSWORD_LIST has ${found}; it needs ${LISTED_MIN}.`)
  }
  listed.clear()
  for (const each of chosen) listed.add(each)
}

const RUNS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
]
const FEWEST_CHARACTERS = 4
const LEET: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

const reversed = (text: string): string => text.split('').reverse().join('')
const plain = (text: string): string => text.replace(/[@431!0$57]/g, (sign) => LEET[sign] ?? sign)
const isRun = (text: string): boolean =>
  RUNS.some((run) => run.includes(text) || reversed(run).includes(text))

const bare = (text: string): string => text.replace(/^[\d\W_]+|[\d\W_]+$/g, '')

/** The word that remains without the digits and signs around it, in its possible disguises. */
const words = (lower: string): string[] => [
  bare(lower),
  bare(plain(lower)),
  plain(lower.replace(/[\d\W_]+$/, '')),
]

/** Whether a password is a common word repeated. */
function repeatsWord(lower: string): boolean {
  for (let length = 1; length <= lower.length / 2; length += 1) {
    const part = lower.slice(0, length)
    if (part.repeat(Math.ceil(lower.length / length)).startsWith(lower)) return true
  }
  return false
}

/** Whether a password is too easy to guess. */
export function isCommonPassword(password: string, account: string): boolean {
  const lower = password.toLowerCase()
  const own = account.toLowerCase()
  const ownWords = new Set([own, bare(own)].filter((word) => word !== ''))
  return (
    COMMON_PASSWORDS.has(lower) ||
    listed.has(lower) ||
    words(lower).some((word) => COMMON_WORDS.has(word) || ownWords.has(word)) ||
    lower === own ||
    new Set(lower).size < FEWEST_CHARACTERS ||
    isRun(lower) ||
    repeatsWord(lower)
  )
}

/** A chosen password. */
export interface PasswordChoice {
  account: string
  password: string
  tradingPassword: string
}

/** Why a password is refused. Undefined if it is accepted. */
export function passwordRefusal(choice: PasswordChoice): ErrorCode | undefined {
  if (choice.password === choice.tradingPassword) return 'passwords_equal'
  const either = [choice.password, choice.tradingPassword]
  if (either.some((each) => isCommonPassword(each, choice.account))) return 'password_too_common'
  return undefined
}
