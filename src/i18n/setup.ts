import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { laterTexts, startTexts } from 'virtual:texts'
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGE_CODES, type Language } from '#i18n/languages.ts'
import { START_TEXTS } from '#i18n/start-texts.ts'
import { retryLoad } from '#lib/retry-load.ts'

export const NAMESPACES = [
  'common',
  'tabs',
  'errors',
  'fund',
  'products',
  'limits',
  'market',
  'chart',
  'ticket',
  'orders',
  'identity',
  'settings',
  'messages',
  'user',
  'security',
  'verify',
  'cashier',
  'records',
  'alerts',
  'push',
  'about',
  'privacy',
  'places',
  'home',
  'news',
  'trust',
  'proof',
  'offline',
  'support',
  'desk',
] as const
export type Namespace = (typeof NAMESPACES)[number]

export type I18n = i18n

/** One language's one namespace. */
async function textsOf(language: string, namespace: string): Promise<Record<string, unknown>> {
  const later = laterTexts[`${language}/${namespace}`]
  if (later !== undefined) return (await retryLoad(later)).default
  const start = startTexts[language]
  const texts = start === undefined ? undefined : (await retryLoad(start)).default[namespace]
  if (texts === undefined) throw new Error(`no texts: ${language}/${namespace}`)
  return texts
}

const lazyFiles = {
  type: 'backend' as const,
  init: () => undefined,
  // Two parameters: i18next then takes the promise. A lost chunk is tried again like a page's.
  read: async (language: string, namespace: string) => textsOf(language, namespace),
}

/** Ready when the first pages' texts are there; pages load theirs as they open. */
export async function setUpLanguage(language: Language): Promise<i18n> {
  const instance = i18next.createInstance()
  await instance
    .use(lazyFiles)
    .use(initReactI18next)
    .init({
      lng: language,
      // The tests hold all ten languages equal, so only work in progress ever falls back.
      fallbackLng: import.meta.env.DEV ? ['en'] : false,
      supportedLngs: LANGUAGE_CODES,
      load: 'currentOnly',
      ns: [...START_TEXTS],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    })
  return instance
}

export const languageOf = (instance: i18n): Language =>
  isLanguage(instance.language) ? instance.language : DEFAULT_LANGUAGE
