/**
 * A wheel of 20 phases of 5 ms. Many members take turns in different phases, so no burst delays the answer to an order.
 */
import { SOCKET_LIMITS } from '#contract/socket-protocol.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import { SLOT_MS } from '#server/platform/socket/quote-tape.ts'

/** A turn of a member. */
export interface Turn {
  slot: number
  timeMs: number
  /** False halfway between two whole turns. */
  whole: boolean
}

/** The members of a wheel by phase. */
export interface PhaseWheel<Member> {
  /** The slot that is being filled. All slots before it have had their turns. */
  slot(): number
  /** Adds a member to a phase that others are in, or, when those are full, to the one with the fewest members. */
  add(member: Member): void
  remove(member: Member): void
  close(): void
}

export interface PhaseWheelParts<Member> {
  clock: MarketClock
  /** Called before the turns of a slot. */
  onSlot(slot: number): void
  onTurn(member: Member, turn: Turn): void
}

/** The number of phases. */
export const PHASES = SOCKET_LIMITS.listFlushMs / SLOT_MS
/**
 * Members of one phase share frames. Until it has this many, a phase gets the next member: their turns take less than a
 * millisecond.
 */
const FULL = 50
const HALF_WAY = SOCKET_LIMITS.detailFlushMs / SLOT_MS

/** From the size at which a phase is best joined. Full phases come last, the fullest of all at the end. */
const distance = ({ size }: ReadonlySet<unknown>): number => (size < FULL ? FULL - size : size + 1)

export function createPhaseWheel<Member>(parts: PhaseWheelParts<Member>): PhaseWheel<Member> {
  const { clock, onSlot, onTurn } = parts
  const phases = Array.from({ length: PHASES }, () => new Set<Member>())
  const phaseOf = new Map<Member, Set<Member>>()
  const startedAt = clock.now()
  let slot = 1
  const turnAll = (at: number, turn: Turn): void => {
    for (const member of phases[at % PHASES] ?? []) onTurn(member, turn)
  }
  const stop = clock.every(SLOT_MS, () => {
    const timeMs = clock.now()
    const due = Math.floor((timeMs - startedAt) / SLOT_MS)
    // After a stall every phase gets one turn, not one per missed slot.
    slot = Math.max(slot, due - PHASES + 1)
    for (; slot <= due; slot += 1) {
      onSlot(slot)
      turnAll(slot, { slot, timeMs, whole: true })
      turnAll(slot + HALF_WAY, { slot, timeMs, whole: false })
    }
  })
  return {
    slot: () => slot,
    add: (member) => {
      const phase = phases.reduce((best, each) => (distance(each) < distance(best) ? each : best))
      phaseOf.set(member, phase.add(member))
    },
    remove: (member) => {
      phaseOf.get(member)?.delete(member)
      phaseOf.delete(member)
    },
    close: stop,
  }
}
