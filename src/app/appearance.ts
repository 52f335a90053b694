/** Keeps the page's theme, direction colours and language in sync with the user's preferences. */
import type { createStore } from 'jotai/vanilla'
import { pageLanguage, redRises } from '#i18n/languages.ts'
import { type I18n, languageOf } from '#i18n/setup.ts'
import { chosenLanguageAtom, darkAtom, systemDarkAtom, upColourAtom } from '#lib/preferences.ts'

export function keepAppearance(
  store: ReturnType<typeof createStore>,
  i18n: I18n,
  page: { desk?: boolean } = {},
): void {
  const root = document.documentElement
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const paint = (): void => {
    const language = languageOf(i18n)
    root.lang = language
    root.dataset['theme'] = store.get(darkAtom) ? 'dark' : 'light'
    root.dataset['up'] = store.get(upColourAtom) ?? (redRises(language) ? 'red' : 'green')
  }
  const speak = (): void => {
    const language = pageLanguage(store.get(chosenLanguageAtom), page)
    if (language !== i18n.language) void i18n.changeLanguage(language)
  }
  store.set(systemDarkAtom, dark.matches)
  dark.addEventListener('change', () => store.set(systemDarkAtom, dark.matches))
  i18n.on('languageChanged', paint)
  store.sub(darkAtom, paint)
  store.sub(upColourAtom, paint)
  store.sub(chosenLanguageAtom, speak)
  paint()
}
