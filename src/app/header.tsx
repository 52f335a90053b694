import { useAtomValue } from 'jotai'
import { ChevronLeft, Globe, SlidersHorizontal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { loggedInAtom } from '#api/session.ts'
import { Bell } from '#app/bell.tsx'
import { ConnectionChip } from '#app/connection-chip.tsx'
import { PracticeStrip } from '#app/practice-strip.tsx'
import type { Route } from '#app/routes.ts'
import type { OpenSheet } from '#app/shell.tsx'
import { PATHS } from '#lib/paths.ts'
import { IconButton } from '#ui/button.tsx'

interface Props {
  route: Route | undefined
  title: string
  /** Whether the page must show that it uses practice money. */
  practice: boolean
  onOpen: (sheet: OpenSheet) => void
}

export function Header({ route, title, practice, onOpen }: Props) {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  const loggedIn = useAtomValue(loggedInAtom)
  const { key } = useLocation()
  const back = (): void => {
    // The first entry of a visit has no previous page inside the app, so Back leads to the home page.
    if (key === 'default') void navigate(PATHS.home)
    else void navigate(-1)
  }
  const quiet = route?.bare === true
  return (
    <header className="safe-top sticky top-0 z-20 bg-page">
      <div className="flex h-bar items-center gap-1 ps-2 pe-1">
        {route?.tab === undefined && !quiet && (
          <IconButton label={t('back')} onClick={back}>
            <ChevronLeft aria-hidden size={24} />
          </IconButton>
        )}
        <h1 className="line-clamp-2 min-w-0 flex-1 py-0.5 ps-2 text-lg leading-5 font-bold wrap-break-word break-keep hyphens-auto max-[22rem]:ps-0 max-[22rem]:text-base">
          {quiet ? 'Fairtick' : title}
        </h1>
        <ConnectionChip />
        {loggedIn && route?.name === 'home' && <Bell />}
        <IconButton label={t('language')} onClick={() => onOpen('language')}>
          <Globe aria-hidden size={20} />
        </IconButton>
        <IconButton label={t('preferences')} onClick={() => onOpen('preferences')}>
          <SlidersHorizontal aria-hidden size={20} />
        </IconButton>
      </div>
      {practice && <PracticeStrip />}
    </header>
  )
}
