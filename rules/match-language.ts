/** Chooses one of the app's languages for what a browser asks for. The page and the server's previews share it. */
import type { Language } from '#contract/language.ts'

/** The language of those who ask for none that the app has. */
export const DEFAULT_LANGUAGE: Language = 'zh-CN'

/** By the first part of a language tag. `in` is the former code of Indonesian. */
const BY_BASE: ReadonlyMap<string, Language> = new Map([
  ['zh', 'zh-CN'],
  ['en', 'en'],
  ['ja', 'ja'],
  ['th', 'th'],
  ['vi', 'vi'],
  ['id', 'id'],
  ['in', 'id'],
  ['ko', 'ko'],
  ['fr', 'fr'],
  ['de', 'de'],
])
const TRADITIONAL = /^zh(-hant|.*-(tw|hk|mo))/i

/** The first of the wanted languages, given as tags, that the app supports, or null. */
export function matchLanguage(wanted: readonly string[]): Language | null {
  for (const tag of wanted) {
    if (TRADITIONAL.test(tag)) return 'zh-TW'
    const language = BY_BASE.get(tag.split('-')[0]?.toLowerCase() ?? '')
    if (language !== undefined) return language
  }
  return null
}
