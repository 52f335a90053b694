import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { newIntentKey } from '#api/intent-key.ts'
import { type Language, LANGUAGE_CODES } from '#i18n/languages.ts'

const NEEDED: readonly Language[] = ['zh-CN', 'en']
/** The languages that may be left empty; their readers get the English text. */
export const OPTIONAL_LANGUAGES = LANGUAGE_CODES.filter((language) => !NEEDED.includes(language))

interface Props {
  /** Whether a field of the languages that are folded away has an issue. */
  wrongBelow: boolean
  /** The fields of a language. */
  children: (language: Language) => ReactNode
}

/** The fields of a text that is written in several languages. */
export function TextsByLanguage({ wrongBelow, children }: Props) {
  const { t } = useTranslation('desk')
  return (
    <>
      {NEEDED.map(children)}
      <details open={wrongBelow || undefined}>
        <summary className="min-h-touch cursor-pointer py-2.5 text-sm font-medium text-ink-2">
          {t('announce.more')}
        </summary>
        <p className="pb-3 text-xs text-ink-3">{t('announce.fallback')}</p>
        <div className="flex flex-col gap-3">{OPTIONAL_LANGUAGES.map(children)}</div>
      </details>
    </>
  )
}

/**
 * Returns the key of what is to be sent. It stays the same as long as that is unchanged, so that a retry after a lost
 * answer does nothing a second time.
 */
export function useKeyOf(): (content: unknown) => string {
  const intent = useRef({ words: '', key: '' })
  return (content) => {
    const words = JSON.stringify(content)
    if (intent.current.words !== words) intent.current = { words, key: newIntentKey() }
    return intent.current.key
  }
}
