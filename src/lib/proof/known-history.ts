/**
 * What this device has seen of the server's signed history, and whether what the server shows now is consistent with
 * it.
 */
import { z } from 'zod/mini'
import { hash, timeMs } from '#contract/scalars.ts'
import type { Checkpoint } from '#contract/tick-log.ts'
import { readCheckpointText } from '#rules/checkpoint.ts'
import type { CheckTools } from '#rules/receipt-check.ts'
import { readJson, storedAtom } from '#lib/stored.ts'

const publicKey = z.object({ keyId: z.string(), publicKey: z.string() })

/** The newest checkpoint that was seen, and the trusted keys: those of the first visit, and those accepted since. */
export const knownHistory = z.object({
  keys: z.array(publicKey).check(z.maxLength(50)),
  number: z.int().check(z.nonnegative()),
  /** The SHA-256 of the checkpoint's text; empty before the first checkpoint. */
  textHash: z.union([hash, z.literal('')]),
  timeMs,
})
export type KnownHistory = z.infer<typeof knownHistory>

/** Kept after a log-out, because it concerns the server and not a user. */
export const knownHistoryAtom = storedAtom<KnownHistory | null>({
  key: 'knownHistory',
  initial: null,
  read: readJson((value) => knownHistory.safeParse(value)),
  write: (value) => JSON.stringify(value),
})

export interface Shown {
  /** The newest checkpoint; undefined when the server has none. */
  newest: Checkpoint | undefined
  /** The checkpoint with the known number, as the server shows it now. */
  again: Checkpoint | undefined
  keys: KnownHistory['keys']
}

export type HistoryAlarm =
  /** The checkpoint with the known number now has another text, or is missing. */
  | { kind: 'changed'; number: number; timeMs: number }
  /** The newest checkpoint is older than the one that was seen. */
  | { kind: 'shortened'; number: number; timeMs: number }
  /** Not signed by a key that the device trusts. */
  | { kind: 'unsigned'; number: number; timeMs: number }

export type HistoryFinding =
  | { alarm: HistoryAlarm; known: KnownHistory | null }
  | { alarm: null; known: KnownHistory | null }

/** The text is authoritative; the other fields of a checkpoint must match it. */
const isItself = (checkpoint: Checkpoint): boolean => {
  const facts = readCheckpointText(checkpoint.text)
  return facts !== null && facts.number === checkpoint.number && facts.timeMs === checkpoint.timeMs
}

/**
 * Compares what the server shows with what is known. `known` in the result is what to remember next; an alarm leaves it
 * unchanged.
 */
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
