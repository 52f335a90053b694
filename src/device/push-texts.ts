/**
 * The texts of push notifications, stored for the service worker in the current language, and deleted when push is
 * turned off.
 */
import type { PushKind } from '#contract/push.ts'

export const PUSH_TEXTS = 'push-texts'
/** The cache key of the texts. No page has this address. */
export const PUSH_TEXTS_KEY = '/push-texts'

/** The texts by kind, with `{{slots}}`. `settledMany` is for several positions in one notification. */
export type PushTexts = { language: string } & Record<PushKind | 'settledMany', string>

export async function keepPushTexts(texts: PushTexts): Promise<void> {
  const cache = await caches.open(PUSH_TEXTS)
  await cache.put(PUSH_TEXTS_KEY, new Response(JSON.stringify(texts)))
}

export const hasPushTexts = (): Promise<boolean> => caches.has(PUSH_TEXTS)
