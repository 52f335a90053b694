import type { i18n } from 'i18next'
import { languageOf } from '#i18n/setup.ts'
import { hasPushTexts, keepPushTexts, type PushTexts } from '#device/push-texts.ts'

/** The texts in the current language with unfilled slots; the service worker fills them. */
export async function pushTexts(instance: i18n): Promise<PushTexts> {
  await instance.loadNamespaces('push')
  const t = instance.getFixedT(null, 'push')
  const raw = (kind: keyof Omit<PushTexts, 'language'>): string =>
    t(`news.${kind}`, { skipInterpolation: true })
  return {
    language: languageOf(instance),
    settled: raw('settled'),
    settledMany: raw('settledMany'),
    deposit: raw('deposit'),
    withdrawal: raw('withdrawal'),
    verification: raw('verification'),
    account: raw('account'),
    fund: raw('fund'),
    alert: raw('alert'),
    announcement: raw('announcement'),
  }
}

/** Where push is on, the service worker gets the texts in the new language too. */
export async function renewPushTexts(instance: i18n): Promise<void> {
  if (typeof caches === 'undefined' || !(await hasPushTexts())) return
  await keepPushTexts(await pushTexts(instance))
}
