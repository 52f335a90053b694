/** What waits, by caller: callers take turns, so that one who sends much delays mainly the own requests. */
export class Rotation<Item> {
  /** The caller whose turn is next comes first. */
  readonly #waiting = new Map<string, Item[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** How many items of a caller wait. */
  of(caller: string): number {
    return this.#waiting.get(caller)?.length ?? 0
  }

  add(caller: string, item: Item): void {
    const items = this.#waiting.get(caller)
    if (items === undefined) this.#waiting.set(caller, [item])
    else items.push(item)
    this.#size += 1
  }

  /** Removes an item that no longer waits. */
  remove(caller: string, item: Item): void {
    const items = this.#waiting.get(caller) ?? []
    const at = items.indexOf(item)
    if (at < 0) return
    items.splice(at, 1)
    this.#size -= 1
    if (items.length === 0) this.#waiting.delete(caller)
  }

  /** Removes the oldest item of the next caller that `may` allows. Undefined if there is none. */
  take(may: (caller: string) => boolean = () => true): Item | undefined {
    for (const [caller, items] of this.#waiting) {
      if (!may(caller)) continue
      const item = items.shift()
      this.#size -= 1
      this.#waiting.delete(caller)
      if (items.length > 0) this.#waiting.set(caller, items)
      return item
    }
    return undefined
  }
}
