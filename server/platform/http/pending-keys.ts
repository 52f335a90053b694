/** Commands in progress, by user and key, so that a query about a key waits for the command that uses it. */

/** The commands in progress. */
export interface PendingKeys {
  /** Runs `work` after all earlier work for this key. Resolves or rejects with its result. */
  inTurn<T>(of: { userId: bigint; key: string }, work: () => Promise<T>): Promise<T>
}

/** Creates an empty set of commands in progress. It holds no key longer than its work runs. */
export function createPendingKeys(): PendingKeys {
  const running = new Map<string, Promise<unknown>>()
  return {
    inTurn: ({ userId, key }, work) => {
      const name = `${userId} ${key}`
      const before = running.get(name)
      const mine = before === undefined ? work() : before.then(work, work)
      running.set(name, mine)
      const done = (): void => {
        if (running.get(name) === mine) running.delete(name)
      }
      mine.then(done, done)
      return mine
    },
  }
}
