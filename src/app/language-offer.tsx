import { useAtom, useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { LANGUAGES } from '#i18n/languages.ts'
import { languageOf } from '#i18n/setup.ts'
import { PATHS } from '#lib/paths.ts'
import { matchLanguage } from '#rules/match-language.ts'
import { chosenLanguageAtom, languageOfferClosedAtom } from '#device/preferences.ts'
import { Button, IconButton } from '#ui/button.tsx'

/**
 * Offers the browser's language, in that language, until the user has chosen one or declined. It is shown with the
 * toasts, because above the page it would move what the user is about to tap.
 */
export function LanguageOffer() {
  const [chosen, choose] = useAtom(chosenLanguageAtom)
  const closed = useAtomValue(languageOfferClosedAtom)
  const { i18n } = useTranslation()
  const { pathname } = useLocation()
  const offered = matchLanguage(navigator.languages)
  if (chosen !== null || closed || offered === null || offered === languageOf(i18n)) return null
  // The welcome page lists all languages.
  if (pathname === PATHS.welcome) return null
  return <Offer language={offered} onAccept={() => choose(offered)} />
}

function Offer(props: { language: keyof typeof LANGUAGES; onAccept: () => void }) {
  const { i18n } = useTranslation()
  const [, close] = useAtom(languageOfferClosedAtom)
  const [ready, setReady] = useState(false)
  useEffect(() => {
    let here = true
    // `loadLanguages` would also load every later namespace in that language.
    void i18n.reloadResources(props.language, 'common').then(() => here && setReady(true))
    return () => {
      here = false
    }
  }, [i18n, props.language])
  if (!ready) return null
  const t = i18n.getFixedT(props.language, 'common')
  return (
    <aside
      lang={props.language}
      className="fixed inset-x-4 bottom-[calc(var(--spacing-tabs)+env(safe-area-inset-bottom)+0.5rem)] z-50 mx-auto flex max-w-phone animate-appear items-center gap-1 rounded-control border border-line bg-surface ps-3 text-sm shadow-raised in-[body:has([role=dialog][data-open],[data-full])]:hidden"
    >
      <p className="min-w-0 flex-1">{t('languageOffer.text')}</p>
      <Button variant="quiet" size="sm" onClick={props.onAccept}>
        {LANGUAGES[props.language]}
      </Button>
      <IconButton label={t('close')} onClick={() => close(true)}>
        <X aria-hidden size={18} />
      </IconButton>
    </aside>
  )
}
