/** What this device saw of the server's signed history, and whether what it is shown now is the same. */
import { z } from 'zod'
import { hash, timeMs } from '#contract/scalars.ts'
import type { Checkpoint } from '#contract/tick-log.ts'
import { readCheckpointText } from '#rules/checkpoint.ts'
import type { CheckTools } from '#rules/receipt-check.ts'
import { readJson, storedAtom } from '#lib/stored.ts'

const publicKey = z.object({ keyId: z.string(), publicKey: z.string() })

/** The newest checkpoint that was seen, and the keys that are trusted: those of the first visit, and accepted ones. */
export const knownHistory = z.object({
  keys: z.array(publicKey).max(50),
  number: z.int().nonnegative(),
  /** SHA-256 of its text; empty before the first one. */
  textHash: z.union([hash, z.literal('')]),
  timeMs,
})
export type KnownHistory = z.infer<typeof knownHistory>

/** Stays over log-outs: it is about the server, not about a user. */
export const knownHistoryAtom = storedAtom<KnownHistory | null>({
  key: 'knownHistory',
  initial: null,
  read: readJson((value) => knownHistory.safeParse(value)),
  write: (value) => JSON.stringify(value),
})

export interface Shown {
  /** The newest; undefined: the server has none. */
  newest: Checkpoint | undefined
  /** The one with the number that is known, as the server shows it now. */
  again: Checkpoint | undefined
  keys: KnownHistory['keys']
}

export type HistoryAlarm =
  /** What stands under the known number now is another text, or nothing. */
  | { kind: 'changed'; number: number; timeMs: number }
  /** The newest one is older than what was seen. */
  | { kind: 'shortened'; number: number; timeMs: number }
  /** Signed by nobody whom the device trusts, or not at all. */
  | { kind: 'unsigned'; number: number; timeMs: number }

export type HistoryFinding =
  | { alarm: HistoryAlarm; known: KnownHistory | null }
  | { alarm: null; known: KnownHistory | null }

/** The text decides: the other fields of a checkpoint must say the same. */
const isItself = (it: Checkpoint): boolean => {
  const facts = readCheckpointText(it.text)
  return facts !== null && facts.number === it.number && facts.timeMs === it.timeMs
}

/** Compares what is shown with what is known; `known` is what to remember next. An alarm leaves it as it was. */
export async function compareHistory(
  known: KnownHistory | null,
  { newest, again, keys }: Shown,
  toolsOf: (keys: KnownHistory['keys']) => CheckTools,
): Promise<HistoryFinding> {
  const before = known ?? { keys, number: 0, textHash: '' as const, timeMs: timeMs.parse(0) }
  const alarm = (kind: HistoryAlarm['kind'], at: { number: number; timeMs: number }) => ({
    alarm: { kind, number: at.number, timeMs: at.timeMs },
    known,
  })
  const { sha256, verify } = toolsOf(before.keys)
  const seen = before.number > 0
  if (newest === undefined)
    return seen ? alarm('shortened', before) : { alarm: null, known: before }
  if (newest.number < before.number) return alarm('shortened', before)
  if (seen && (again === undefined || sha256(again.text) !== before.textHash)) {
    return alarm('changed', before)
  }
  if (!isItself(newest) || !(await verify(newest))) return alarm('unsigned', newest)
  const { number, timeMs: at } = newest
  return {
    alarm: null,
    known: { keys: before.keys, number, textHash: sha256(newest.text), timeMs: at },
  }
}
