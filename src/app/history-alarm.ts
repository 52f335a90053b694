/** What a device says about the server's signed history. */
import type { SignedText } from '#contract/signed-text.ts'
import {
  checkpointOf,
  type Contradiction,
  type KnownHistory,
  type PinnedKeys,
} from '#device/known-history.ts'

/** The checkpoint that an alarm is about. */
export interface At {
  number: number
  timeMs: number
}

/** What the server showed twice, but did not sign. */
export type Doubt =
  /** The checkpoint with the known number now has another text, or is missing. */
  | ({ kind: 'changed' } & At)
  /** The newest checkpoint is older than the one that was seen. */
  | ({ kind: 'shortened' } & At)
  /** Not signed by a key that the device trusts. */
  | ({ kind: 'unsigned' } & At)

/** The server signed two texts that contradict each other; `number` is that of the later one. */
export interface Proof extends At, Contradiction {
  kind: 'contradiction'
  keys: PinnedKeys
}
/** The server says that its data were put back to an older state, at `timeMs`. */
interface Restored extends At {
  kind: 'restored'
}
export type HistoryAlarm = Doubt | Proof | Restored

const restoredIn = (known: KnownHistory | null): Restored | null =>
  known?.restore === undefined || known.restore.isSeen
    ? null
    : { kind: 'restored', number: known.number, timeMs: known.restore.sinceMs }

/** What to present to the server, which signed it and does not show it. */
export const unshownBy = (alarm: Doubt | Proof, known: KnownHistory | null): SignedText[] =>
  (alarm.kind === 'contradiction' ? [alarm.first, alarm.second] : [known?.signed]).flatMap(
    (each) =>
      each === undefined ? [] : [{ text: each.text, signature: each.signature, keyId: each.keyId }],
  )

/** What to say now; null for nothing. */
export function alarmOf({
  known,
  alarm,
}: {
  known: KnownHistory | null
  alarm: Doubt | null
}): HistoryAlarm | null {
  if (known?.contradiction === undefined) return alarm ?? restoredIn(known)
  const { keys, contradiction } = known
  const later = checkpointOf({ ...known, signed: contradiction.second })?.facts
  const at = { number: later?.number ?? known.number, timeMs: later?.timeMs ?? known.timeMs }
  return { kind: 'contradiction', ...at, ...contradiction, keys }
}
