/** What a page may ask of the service worker. */
export type WorkerMessage =
  /** See to it that the app and this language's texts are on the device. */
  | { kind: 'keep'; language: string }
  /** The user agreed: the new version takes over from the former. */
  | { kind: 'takeOver' }

/** Messages come from pages of this origin alone, yet from any version of them. */
export function workerMessage(data: unknown): WorkerMessage | null {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return null
  if (data.kind === 'takeOver') return { kind: 'takeOver' }
  if (data.kind !== 'keep' || !('language' in data)) return null
  return typeof data.language === 'string' ? { kind: 'keep', language: data.language } : null
}
