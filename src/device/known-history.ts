/** What this device has seen of the server's signed history. It is stored, and shared by the open tabs. */
import { selectAtom } from 'jotai/vanilla/utils'
import { z } from 'zod/mini'
import { hash, timeMs } from '#contract/scalars.ts'
import { wholeText } from '#contract/checkpoint-products.ts'
import type { SignedCheckpoint as Answered } from '#contract/market-topics.ts'
import { json, storedAtom } from '#device/stored-atom.ts'
import { storedText } from '#device/texts.ts'
import { findContradiction, readCheckpointText, type SignedCheckpoint } from '#rules/checkpoint.ts'
import { readWhole } from '#rules/checkpoint-products.ts'
import type { CheckTools } from '#rules/receipt-check.ts'

const publicKey = z.object({ keyId: z.string(), publicKey: z.string() })

/** Two signed texts that contradict each other, the lower number first. */
const contradiction = z.object({ first: wholeText, second: wholeText })
export type Contradiction = z.infer<typeof contradiction>

/** The newest checkpoint that was seen, and the trusted keys, which are those of the first visit. */
export const knownHistory = z.object({
  keys: z.array(publicKey).check(z.maxLength(50)),
  /** 0 before the first checkpoint. */
  number: z.int().check(z.nonnegative()),
  /** The SHA-256 of the checkpoint's text; empty before the first checkpoint. */
  textHash: z.union([hash, z.literal('')]),
  timeMs,
  /** The checkpoint itself. Missing before the first one, and in what an older version of the app stored. */
  signed: z.optional(wholeText),
  /** The newest restore that this device heard of, and whether the user has closed its notice. */
  restore: z.optional(
    z.object({ seq: z.int(), number: z.int(), sinceMs: timeMs, isSeen: z.boolean() }),
  ),
  /** The server's contradiction, once this device has seen one. It is kept for the user to save. */
  contradiction: z.optional(contradiction),
})
export type KnownHistory = z.infer<typeof knownHistory>
export type PinnedKeys = KnownHistory['keys']

const asJson = json(knownHistory)

/** Kept after a log-out, because it concerns the server and not a user. */
export const knownHistoryAtom = storedAtom<KnownHistory | null>({
  key: 'knownHistory',
  initial: null,
  ...asJson,
  allTabs: true,
})

/** What is stored at this moment. The atom hears of another tab's change a little later. */
export function storedHistory(): KnownHistory | null {
  const text = storedText('knownHistory')
  return text === null ? null : (asJson.read(text) ?? null)
}

const sameKeys = (one?: PinnedKeys, other?: PinnedKeys): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The trusted keys; undefined before the first visit. Changes only when the keys do. */
export const pinnedKeysAtom = selectAtom(knownHistoryAtom, (known) => known?.keys, sameKeys)

/** Whether both have the same trusted keys. */
export const trustAlike = (one: KnownHistory, other: KnownHistory): boolean =>
  sameKeys(one.keys, other.keys)

/** The remembered checkpoint with its content; null if its text was not stored. */
export function checkpointOf(known: KnownHistory | null): SignedCheckpoint | null {
  if (known?.signed === undefined) return null
  const { signed, textHash } = known
  const facts = readCheckpointText(signed.text)
  if (facts === null) return null
  // `verifiedKnown` has compared them with the tree in the text.
  const heads = facts.products === undefined ? facts.heads : (signed.heads ?? [])
  return { signed, textHash, facts: { ...facts, heads } }
}

/** What an answer of the server shows. */
export type Shown =
  | { kind: 'signed'; checkpoint: SignedCheckpoint }
  /** Not signed by a trusted key, or its fields or products do not match its text. */
  | { kind: 'unsigned'; number: number; timeMs: number }
  | { kind: 'none' }

/** Verifies the checkpoint of an answer, with its products; undefined is an answer without one. */
export async function shownBy(
  answered: Answered | undefined,
  { sha256, sha256Bytes, verify }: CheckTools,
): Promise<Shown> {
  if (answered === undefined) return { kind: 'none' }
  const { number, timeMs: at, text, signature, keyId, heads } = answered
  const facts = readWhole(answered, sha256Bytes)
  const signed = { text, signature, keyId, ...(facts?.products !== undefined && { heads }) }
  const isItself = facts !== null && facts.number === number && facts.timeMs === at
  return isItself && (await verify(signed))
    ? { kind: 'signed', checkpoint: { signed, textHash: sha256(text), facts } }
    : { kind: 'unsigned', number, timeMs: at }
}

async function isProved(
  { first, second }: Contradiction,
  { sha256, sha256Bytes, verify }: CheckTools,
): Promise<boolean> {
  const read = [first, second].flatMap((signed) => {
    const facts = readWhole(signed, sha256Bytes)
    return facts === null ? [] : [{ signed, textHash: sha256(signed.text), facts }]
  })
  return findContradiction(read) !== null && (await verify(first)) && (await verify(second))
}

/** What is stored, without a checkpoint or a contradiction whose signatures do not hold. */
export async function verifiedKnown(known: KnownHistory, tools: CheckTools): Promise<KnownHistory> {
  const { signed, contradiction: claimed, ...rest } = known
  const isIntact =
    signed !== undefined &&
    tools.sha256(signed.text) === known.textHash &&
    readWhole(signed, tools.sha256Bytes)?.number === known.number &&
    (await tools.verify(signed))
  const isTrue = claimed !== undefined && (await isProved(claimed, tools))
  return { ...rest, ...(isIntact && { signed }), ...(isTrue && { contradiction: claimed }) }
}
