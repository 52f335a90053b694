/** What the page knows of a recovery: a request until its code is taken, and the code, stored if the user agrees. */
import { atom } from 'jotai/vanilla'
import { z } from 'zod/mini'
import { followCode, recoveryLost, recoveryUploadToken } from '#contract/recovery.ts'
import { readJson, storedAtom } from '#device/stored-atom.ts'
import { keepTabText, tabText } from '#device/texts.ts'
import { asciiDigits } from '#rules/ascii-digits.ts'

const askedRecovery = z.object({
  lost: recoveryLost,
  code: followCode,
  /** The token of its pictures. */
  upload: recoveryUploadToken,
  /** Both pictures are stored. */
  pictured: z.boolean(),
})
export type AskedRecovery = z.infer<typeof askedRecovery>

const IN_TAB = 'askedRecovery'
const readAsked = readJson(askedRecovery)
const asked = atom<{ value: AskedRecovery | null } | null>(null)
/**
 * The request whose code the user has not taken yet. The tab keeps it until then: a phone that opens its camera may
 * load the page again, and without the code the request could neither be followed nor be replaced by another one.
 */
export const askedRecoveryAtom = atom(
  (get) => {
    const held = get(asked)
    return held === null ? (readAsked(tabText(IN_TAB) ?? '') ?? null) : held.value
  },
  (_get, set, value: AskedRecovery | null) => {
    set(asked, { value })
    keepTabText(IN_TAB, value === null ? null : JSON.stringify(value))
  },
)

/** The code that the user let this browser remember; empty for none. */
export const recoveryCodeAtom = storedAtom<string>({
  key: 'recoveryCode',
  initial: '',
  read: (text) => followCode.safeParse(text).data,
})

const shown = atom<string | null>(null)
/** The code of the recovery that the page follows; empty for none. */
export const followedCodeAtom = atom(
  (get) => get(shown) ?? get(recoveryCodeAtom),
  (_get, set, code: string) => set(shown, code),
)

const CODE_LENGTH = 24
const GROUP = /.{1,4}/g

/** A typed code in its groups. Letters that the alphabet omits become the digits that they resemble. */
export function tidyFollowCode(text: string): string {
  const bare = asciiDigits(text)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, CODE_LENGTH)
  return bare.match(GROUP)?.join('-') ?? ''
}
