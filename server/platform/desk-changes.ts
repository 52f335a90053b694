/** Notifies the desk when its queues have changed. Areas that submit or decide cases call it after their commit. */

/** The side that areas use to report a change of the desk's queues. */
export interface DeskChanges {
  /** Call this after the commit. It is cheap and never throws. */
  changed(): void
}

/** The side that the desk listens to. */
export interface ObservedDeskChanges extends DeskChanges {
  onChange(listener: () => void): void
}

/** Creates it without listeners. */
export function createDeskChanges(): ObservedDeskChanges {
  const listeners: (() => void)[] = []
  return {
    changed: () => {
      for (const listener of listeners) listener()
    },
    onChange: (listener) => void listeners.push(listener),
  }
}
