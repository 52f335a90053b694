/** The addresses of account recovery, which are all parts of one page. */
import { PATHS } from '#lib/paths.ts'

/** `ask` begins one, `follow` shows one by its code, `veto` ends one by a word, `own` lists those of the account. */
const PARTS = ['ask', 'follow', 'veto', 'own'] as const
export type RecoveryPart = (typeof PARTS)[number]

export const recoveryPath = (part: RecoveryPart): string =>
  part === 'ask' ? PATHS.recovery : `${PATHS.recovery}?part=${part}`

export const readRecoveryPart = (text: string | null): RecoveryPart =>
  PARTS.find((part) => part === text) ?? 'ask'
