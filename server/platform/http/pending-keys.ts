/** Commands under way by user and key, so that no answer about a key overtakes the command it is about. */

export interface PendingKeys {
  /** Runs `work` after everything that runs for this key already; its own result or failure. */
  inTurn<T>(of: { userId: bigint; key: string }, work: () => Promise<T>): Promise<T>
}

/** Holds what runs and nothing else. */
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
