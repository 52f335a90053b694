import { Globe, Info, LockKeyhole, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { LANGUAGES } from '#i18n/languages.ts'
import { languageOf } from '#i18n/setup.ts'
import { PATHS } from '#lib/paths.ts'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'
import { Section } from '#ui/section.tsx'

const PAGES: readonly { page: 'about' | 'privacy'; icon: LucideIcon }[] = [
  { page: 'about', icon: Info },
  { page: 'privacy', icon: LockKeyhole },
]

/** Links to the pages about the makers and privacy, and the choice of language. */
export function MoreRows({ onLanguage }: { onLanguage: () => void }) {
  const { t, i18n } = useTranslation(['home', 'tabs', 'common'])
  return (
    <Section strong title={t('home:more')}>
      <ul className="divide-y divide-line/60">
        {PAGES.map(({ page, icon }) => (
          <li key={page}>
            <Link to={PATHS[page]} className={navRowLook}>
              <NavRow icon={icon} label={t(`tabs:pages.${page}`)} />
            </Link>
          </li>
        ))}
        <li>
          <button type="button" onClick={onLanguage} className={navRowLook}>
            <NavRow icon={Globe} label={t('common:language')} state={LANGUAGES[languageOf(i18n)]} />
          </button>
        </li>
      </ul>
    </Section>
  )
}
