import { createContext, use } from 'react'

/** The texts that components of every page share: keys of `common` in the locales. */
export type UiTextKey =
  | 'close'
  | 'cancel'
  | 'retry'
  | 'loading'
  | 'noMore'
  | 'help'
  | 'technical'
  | `list.${'incomplete' | 'pull' | 'release' | 'refreshing' | 'refresh'}`
  | `list.${'filter' | 'clear' | 'from' | 'to' | 'all'}`

export type UiText = (key: UiTextKey) => string

const Texts = createContext<UiText | null>(null)

/** Gives all components below it the shared texts. */
export const UiTexts = Texts.Provider

export function useUiText(): UiText {
  const text = use(Texts)
  if (text === null) throw new Error('there are no shared texts: UiTexts is not around this')
  return text
}
