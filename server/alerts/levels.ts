/** A product's waiting alerts by price, in order: a tick that crosses none of them costs two comparisons. */
import type { AlertDirection } from '#contract/alerts.ts'
import type { WaitingAlert } from '#server/alerts/alert-row.ts'

export const reaches = (direction: AlertDirection, level: number, price: number): boolean =>
  direction === 'at_or_above' ? price >= level : price <= level

/** One direction: prices ordered so that the one reached next stands last. */
class Side {
  readonly #direction: AlertDirection
  readonly #prices: number[] = []
  readonly #at = new Map<number, Map<string, WaitingAlert>>()

  constructor(direction: AlertDirection) {
    this.#direction = direction
  }

  /** Where the price stands, or would. */
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

  /** Takes out whole levels that the price reaches, until `most` alerts or more are out. */
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

export class Levels {
  readonly #sides = { at_or_above: new Side('at_or_above'), at_or_below: new Side('at_or_below') }

  add(waiting: WaitingAlert): void {
    this.#sides[waiting.alert.direction].add(waiting)
  }
  remove(waiting: WaitingAlert): void {
    this.#sides[waiting.alert.direction].remove(waiting)
  }
  /** Takes out what the price reaches; fewer than `most`: nothing is left. */
  take(price: number, most: number): WaitingAlert[] {
    const above = this.#sides.at_or_above.take(price, most)
    return [...above, ...this.#sides.at_or_below.take(price, most - above.length)]
  }
  get empty(): boolean {
    return this.#sides.at_or_above.size + this.#sides.at_or_below.size === 0
  }
}
