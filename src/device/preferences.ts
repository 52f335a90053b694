/** What the user has chosen for this device. `public/theme.js` reads the same keys before the first paint. */
import { atom } from 'jotai/vanilla'
import { storedAtom, storedFlag } from '#device/stored-atom.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
export const UP_COLOURS = ['red', 'green'] as const
export type UpColour = (typeof UP_COLOURS)[number]

const oneOf =
  <T extends string>(options: readonly T[]) =>
  (text: string): T | undefined =>
    options.find((option) => option === text)

export const themeAtom = storedAtom<Theme>({
  key: 'theme',
  initial: 'system',
  read: oneOf(THEMES),
  allTabs: true,
})

/** Null means the default of the language. */
export const upColourAtom = storedAtom<UpColour | null>({
  key: 'upColour',
  initial: null,
  read: oneOf(UP_COLOURS),
  allTabs: true,
})

/** Null when the user never chose one. The app then uses its default language and may offer another. */
export const chosenLanguageAtom = storedAtom<string | null>({
  key: 'language',
  initial: null,
  read: (text) => text,
  allTabs: true,
})

export const languageOfferClosedAtom = storedFlag('languageOfferClosed', false)

export const hideAmountsAtom = storedFlag('hideAmounts', false)

/** Play a soft tone with each toast. */
export const noticeSoundAtom = storedFlag('noticeSound', false)

/** Show toasts as system notifications, too, while the app is in the background. */
export const systemNoticeAtom = storedFlag('systemNotice', false)

/** Whether single keys work as shortcuts. */
export const shortcutsAtom = storedFlag('shortcuts', true)

/** Whether the system prefers dark colours. main keeps this in sync with the media query. */
export const systemDarkAtom = atom(false)
export const darkAtom = atom((get) => {
  const theme = get(themeAtom)
  return theme === 'system' ? get(systemDarkAtom) : theme === 'dark'
})
