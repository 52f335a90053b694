/** Notifies the desk when its queues have changed. Areas that submit or decide cases call it after their commit. */

/** The side of the desk bell that areas use to report a change. */
export interface DeskBell {
  /** Call this after the commit. It is cheap and never throws. */
  changed(): void
}

/** The side of the desk bell that the desk listens to. */
export interface ListenedBell extends DeskBell {
  onRing(listener: () => void): void
}

/** Creates a desk bell without listeners. */
export function createDeskBell(): ListenedBell {
  const listeners: (() => void)[] = []
  return {
    changed: () => {
      for (const listener of listeners) listener()
    },
    onRing: (listener) => void listeners.push(listener),
  }
}
