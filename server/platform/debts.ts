/** Failures of callers. Each is forgiven after some time, and a credit says how many are allowed in a row. */

/** How many failures are allowed in a row, and after how many ms one of them is forgiven. */
export interface Credit {
  failures: number
  eachMs: number
}

/** Maximum number of entries in memory. Beyond it, those that have ended are deleted. */
const KEPT_MAX = 20_000

/** Deletes what has ended from a map that has become large. */
export function deleteEnded<Key, Value>(
  kept: Map<Key, Value>,
  hasEnded: (value: Value) => boolean,
): void {
  if (kept.size < KEPT_MAX) return
  for (const [key, value] of kept) if (hasEnded(value)) kept.delete(key)
}

/** By caller: when all their failures are forgiven. */
export class Debts {
  readonly #clearAt = new Map<string, number>()
  readonly #factor: number

  /** `factor` multiplies every credit (RATE_FACTOR). */
  constructor(factor: number) {
    this.#factor = factor
  }

  has(caller: string, now: number): boolean {
    return (this.#clearAt.get(caller) ?? 0) > now
  }

  charge(caller: string, { eachMs }: Credit, now: number): void {
    deleteEnded(this.#clearAt, (clearAt) => clearAt <= now)
    const clearAt = Math.max(this.#clearAt.get(caller) ?? 0, now) + eachMs / this.#factor
    this.#clearAt.set(caller, clearAt)
  }

  /** How long until the credit allows one more failure, in ms. Not positive: it does now. */
  waitMs(caller: string, { failures, eachMs }: Credit, now: number): number {
    const heldMs = (failures * this.#factor - 1) * (eachMs / this.#factor)
    return (this.#clearAt.get(caller) ?? 0) - heldMs - now
  }
}
