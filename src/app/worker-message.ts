/** The messages that a page may send to the service worker. */
export type WorkerMessage =
  /** Makes sure that the app and the texts of this language are stored on the device. */
  | { kind: 'keep'; language: string }
  /** The brand has changed: the worker reads it. */
  | { kind: 'brand' }
  /** The user agreed to the update: the new version replaces the previous one. */
  | { kind: 'takeOver' }

/** Messages come only from pages of this origin, but possibly from another version of the app. */
export function workerMessage(data: unknown): WorkerMessage | null {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return null
  if (data.kind === 'takeOver' || data.kind === 'brand') return { kind: data.kind }
  if (data.kind !== 'keep' || !('language' in data)) return null
  return typeof data.language === 'string' ? { kind: 'keep', language: data.language } : null
}
