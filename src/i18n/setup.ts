import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { startTexts } from 'virtual:texts'
import { isLanguage, LANGUAGE_CODES, type Language } from '#i18n/languages.ts'
import { START_TEXTS } from '#i18n/start-texts.ts'
import { retryLoad } from '#lib/retry-load.ts'
import { DEFAULT_LANGUAGE } from '#rules/match-language.ts'

export const NAMESPACES = [
  'common',
  'tabs',
  'errors',
  'favourites',
  'fund',
  'products',
  'limits',
  'market',
  'chart',
  'ticket',
  'orders',
  'strip',
  'facts',
  'identity',
  'settings',
  'messages',
  'user',
  'security',
  'verify',
  'cashier',
  'records',
  'results',
  'alerts',
  'push',
  'about',
  'access',
  'privacy',
  'recovery',
  'places',
  'home',
  'help',
  'trust',
  'proof',
  'sharing',
  'offline',
  'status',
  'support',
  'trading',
  'shortcuts',
  'desk',
  'venues',
] as const
export type Namespace = (typeof NAMESPACES)[number]

export type I18n = i18n

/** The texts of one namespace in one language. */
async function textsOf(language: string, namespace: string): Promise<Record<string, unknown>> {
  const start = startTexts[language]
  const known = start && (await retryLoad(start))
  const later = known?.later[namespace]
  const texts = later === undefined ? known?.default[namespace] : (await retryLoad(later)).default
  if (texts === undefined) throw new Error(`no texts: ${language}/${namespace}`)
  return texts
}

const lazyFiles = {
  type: 'backend' as const,
  init: () => undefined,
  // The function has two parameters, so i18next uses the returned promise. A chunk that fails to load is retried like a
  // page's.
  read: async (language: string, namespace: string) => textsOf(language, namespace),
}

/** Resolves when the texts of the first pages are loaded. Other pages load theirs when they open. */
export async function setUpLanguage(language: Language): Promise<i18n> {
  const instance = i18next.createInstance()
  await instance
    .use(lazyFiles)
    .use(initReactI18next)
    .init({
      lng: language,
      // Tests check that all ten languages are complete, so only work in progress ever falls back.
      fallbackLng: import.meta.env.DEV ? ['en'] : false,
      supportedLngs: LANGUAGE_CODES,
      load: 'currentOnly',
      ns: [...START_TEXTS],
      defaultNS: 'common',
      // `brand`, the app's name, which is read at each use: an operator can change it.
      interpolation: { escapeValue: false, defaultVariables: document.documentElement.dataset },
      react: { useSuspense: true },
    })
  return instance
}

export const languageOf = (instance: i18n): Language =>
  isLanguage(instance.language) ? instance.language : DEFAULT_LANGUAGE
