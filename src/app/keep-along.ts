import type { createStore } from 'jotai/vanilla'
import { followBrand } from '#app/follow-brand.ts'
import { keepMailLanguage } from '#app/keep-mail-language.ts'
import { keepNotices } from '#app/keep-notices.ts'
import type { I18n } from '#i18n/setup.ts'

/** What runs along with the app from its first picture on, and is no part of the first load. */
export function keepAlong(store: ReturnType<typeof createStore>, i18n: I18n): void {
  keepNotices(store)
  followBrand(store, i18n)
  keepMailLanguage(store)
}
