/** What the service worker says in a push: kept for it in the language on screen, and gone with the push itself. */
import type { PushKind } from '#contract/push.ts'

export const PUSH_TEXTS = 'push-texts'
/** Not a page of ours: the name under which the texts stand in their cache. */
export const PUSH_TEXTS_KEY = '/push-texts'

/** By kind, with `{{slots}}`; `settledMany` where several positions are one notice. */
export type PushTexts = { language: string } & Record<PushKind | 'settledMany', string>

export async function keepPushTexts(texts: PushTexts): Promise<void> {
  const cache = await caches.open(PUSH_TEXTS)
  await cache.put(PUSH_TEXTS_KEY, new Response(JSON.stringify(texts)))
}

export const hasPushTexts = (): Promise<boolean> => caches.has(PUSH_TEXTS)
