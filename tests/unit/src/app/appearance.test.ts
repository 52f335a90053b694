import { createStore } from 'jotai/vanilla'
import { expect, it } from 'vitest'
import { keepAppearance } from '#app/start-page.ts'
import { type I18n, setUpLanguage } from '#i18n/setup.ts'
import { chosenLanguageAtom, themeAtom, upColourAtom } from '#device/preferences.ts'

const root = document.documentElement

async function kept(): Promise<{ store: ReturnType<typeof createStore>; i18n: I18n }> {
  const store = createStore()
  const i18n = await setUpLanguage('zh-CN')
  keepAppearance(store, i18n)
  return { store, i18n }
}
const spoken = (i18n: I18n, language: string) =>
  new Promise<void>((resolve) => {
    if (i18n.language === language) resolve()
    else i18n.on('languageChanged', () => resolve())
  })

it('paints the theme that was chosen', async () => {
  const { store } = await kept()
  store.set(themeAtom, 'dark')
  expect(root.dataset['theme']).toBe('dark')
  store.set(themeAtom, 'light')
  expect(root.dataset['theme']).toBe('light')
})

it('lets the language decide what colour rises, until the user does', async () => {
  const { store, i18n } = await kept()
  expect([root.lang, root.dataset['up']]).toEqual(['zh-CN', 'red'])
  store.set(chosenLanguageAtom, 'en')
  await spoken(i18n, 'en')
  expect([root.lang, root.dataset['up']]).toEqual(['en', 'green'])
  store.set(upColourAtom, 'red')
  expect(root.dataset['up']).toBe('red')
  store.set(chosenLanguageAtom, 'ja')
  await spoken(i18n, 'ja')
  expect(root.dataset['up']).toBe('red')
})
