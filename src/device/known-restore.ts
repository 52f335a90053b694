/** What a device knows once the server has said that it lost a part of its history. */
import { DAY_MS } from '#contract/time.ts'
import { timeMs } from '#contract/scalars.ts'
import type { SignedText } from '#contract/signed-text.ts'
import type { KnownHistory, Shown } from '#device/known-history.ts'
import { readCheckpointText } from '#rules/checkpoint.ts'
import { isLost, type Restore } from '#rules/restore.ts'

/** What this device heard of the newest restore. */
export const restoresOf = (known: KnownHistory | null): Restore[] =>
  known?.restore === undefined ? [] : [known.restore]

export const NOTHING_SEEN = { number: 0, textHash: '' as const, timeMs: timeMs.parse(0) }

/** A restore that is older is not news for a device that hears of it for the first time. */
const NEWS_MS = 30 * DAY_MS

/** What an answer shows, and which restores it stands for, oldest first. */
interface Said {
  shown: Shown
  restores: readonly Restore[]
}

/** Notes the newest restore, if the device has not heard of it. */
export function heard(known: KnownHistory, { shown, restores }: Said): KnownHistory {
  const newest = restores.at(-1)
  if (newest === undefined || newest.seq <= (known.restore?.seq ?? 0)) return known
  if (shown.kind !== 'signed') return known
  const isSeen = shown.checkpoint.facts.timeMs - newest.sinceMs > NEWS_MS
  const { seq, number } = newest
  const restore = { seq, number, sinceMs: timeMs.parse(newest.sinceMs), isSeen }
  return { ...known, restore }
}

/** What a tab knows, with the restore that another one heard of. */
export const informed = (known: KnownHistory, other: KnownHistory | null): KnownHistory =>
  (other?.restore?.seq ?? 0) > (known.restore?.seq ?? 0)
    ? { ...known, restore: other?.restore }
    : known

/** What is known once the server has said which checkpoints it lost. */
export function withoutLost(before: KnownHistory | null, said: Said): KnownHistory | null {
  const { restores } = said
  if (before === null || restores.length === 0) return before
  const known = heard(before, said)
  const { contradiction, ...rest } = known
  const isExplained = (signed: SignedText): boolean => {
    const facts = readCheckpointText(signed.text)
    return facts !== null && isLost(facts, restores)
  }
  const isOpen = contradiction && ![contradiction.first, contradiction.second].some(isExplained)
  const { signed: _, ...others } = rest
  const kept = isLost(known, restores) ? { ...others, ...NOTHING_SEEN } : rest
  return { ...kept, ...(isOpen && { contradiction }) }
}
