/** The ten languages, each named in itself. */
export const LANGUAGES = {
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  en: 'English',
  ja: '日本語',
  th: 'ไทย',
  vi: 'Tiếng Việt',
  id: 'Bahasa Indonesia',
  ko: '한국어',
  fr: 'Français',
  de: 'Deutsch',
} as const

export type Language = keyof typeof LANGUAGES
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[]
export const DEFAULT_LANGUAGE: Language = 'zh-CN'

export const isLanguage = (code: string): code is Language => Object.hasOwn(LANGUAGES, code)

/** Operators work in one of these. */
export const DESK_LANGUAGES: readonly Language[] = ['zh-CN', 'en']

/** The language of a page for what the user chose, null if they chose none. `desk`: the page is the operators'. */
export function pageLanguage(chosen: string | null, { desk = false } = {}): Language {
  const language = chosen !== null && isLanguage(chosen) ? chosen : DEFAULT_LANGUAGE
  if (!desk || DESK_LANGUAGES.includes(language)) return language
  return language === 'zh-TW' ? 'zh-CN' : 'en'
}

const TRADITIONAL = /^zh(-hant|.*-(tw|hk|mo))/i

/** The first of a browser's languages that the app speaks, or null. */
export function matchLanguage(wanted: readonly string[]): Language | null {
  for (const tag of wanted) {
    if (TRADITIONAL.test(tag)) return 'zh-TW'
    const base = tag.split('-')[0]?.toLowerCase() ?? ''
    if (base === 'zh') return 'zh-CN'
    if (base === 'in') return 'id'
    if (isLanguage(base)) return base
  }
  return null
}

/** Where a rising price is red by custom. */
export const redRises = (language: Language): boolean => /^(zh|ja|ko)/.test(language)
