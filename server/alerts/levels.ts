/** The waiting alerts of a product, ordered by price. A tick that reaches none of them costs two comparisons. */
import type { AlertDirection } from '#contract/alerts.ts'
import type { WaitingAlert } from '#server/alerts/alert-row.ts'

/** Whether a price reaches a level. */
export const reaches = (direction: AlertDirection, level: number, price: number): boolean =>
  direction === 'at_or_above' ? price >= level : price <= level

/** The alerts of one direction, ordered so that the price that is reached next comes last. */
class Side {
  readonly #direction: AlertDirection
  readonly #prices: number[] = []
  readonly #at = new Map<number, Map<string, WaitingAlert>>()

  constructor(direction: AlertDirection) {
    this.#direction = direction
  }

  /** The index of the price, or where to insert it. */
  #indexOf(price: number): number {
    let low = 0
    let high = this.#prices.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = this.#prices[middle] ?? 0
      const before = this.#direction === 'at_or_above' ? other > price : other < price
      if (before) low = middle + 1
      else high = middle
    }
    return low
  }

  add(waiting: WaitingAlert): void {
    const { id, price } = waiting.alert
    const known = this.#at.get(price)
    if (known !== undefined) return void known.set(id, waiting)
    this.#at.set(price, new Map([[id, waiting]]))
    this.#prices.splice(this.#indexOf(price), 0, price)
  }

  remove({ alert: { id, price } }: WaitingAlert): void {
    const level = this.#at.get(price)
    if (level === undefined || !level.delete(id) || level.size > 0) return
    this.#at.delete(price)
    this.#prices.splice(this.#indexOf(price), 1)
  }

  /** Removes and returns whole price levels that the price reaches, until there are `most` alerts or more. */
  take(price: number, most: number): WaitingAlert[] {
    const taken: WaitingAlert[] = []
    while (taken.length < most) {
      const next = this.#prices.at(-1)
      if (next === undefined || !reaches(this.#direction, next, price)) break
      this.#prices.pop()
      for (const waiting of this.#at.get(next)?.values() ?? []) taken.push(waiting)
      this.#at.delete(next)
    }
    return taken
  }

  get size(): number {
    return this.#prices.length
  }
}

/** The alerts of both directions. */
export class Levels {
  readonly #sides = { at_or_above: new Side('at_or_above'), at_or_below: new Side('at_or_below') }

  add(waiting: WaitingAlert): void {
    this.#sides[waiting.alert.direction].add(waiting)
  }
  remove(waiting: WaitingAlert): void {
    this.#sides[waiting.alert.direction].remove(waiting)
  }
  /** Removes and returns alerts that the price reaches. If there are fewer than `most`, no more are left. */
  take(price: number, most: number): WaitingAlert[] {
    const above = this.#sides.at_or_above.take(price, most)
    return [...above, ...this.#sides.at_or_below.take(price, most - above.length)]
  }
  get empty(): boolean {
    return this.#sides.at_or_above.size + this.#sides.at_or_below.size === 0
  }
}
