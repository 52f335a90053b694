/** Rings at the desk when anything in its queues changed; who submits and who decides ring it after their commit. */

export interface DeskBell {
  /** Cheap, never throws; after the commit. */
  changed(): void
}

export interface ListenedBell extends DeskBell {
  onRing(listener: () => void): void
}

export function createDeskBell(): ListenedBell {
  const listeners: (() => void)[] = []
  return {
    changed: () => {
      for (const listener of listeners) listener()
    },
    onRing: (listener) => void listeners.push(listener),
  }
}
