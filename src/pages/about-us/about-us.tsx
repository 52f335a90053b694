import {
  Braces,
  ClipboardCheck,
  ListChecks,
  LockKeyhole,
  type LucideIcon,
  MapPin,
  Scale,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { AboutArticle, AppFacts } from '#features/articles/about-article.tsx'
import { BrandLinks } from '#features/articles/brand-links.tsx'
import { LegalTexts } from '#features/articles/legal-texts.tsx'
import { PATHS } from '#lib/paths.ts'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'
import { Section } from '#ui/section.tsx'

/** The server's documentation of its public interface: the price record and all other endpoints. */
const API_DOCS = '/api/docs'
/** What the app contains of others, with their licences: the build writes this file. */
const NOTICES = '/third-party-notices.txt'

/** Who makes this app, how results are decided, and further reading. */
export function AboutPage() {
  return (
    <div className="flex flex-col gap-6 px-4 pt-2">
      <AboutArticle />
      <LegalTexts kinds={['terms', 'risk']} />
      <AppFacts />
      <ReadOn />
    </div>
  )
}

function ReadOn() {
  const { t } = useTranslation(['about', 'tabs'])
  return (
    <Section title={t('about:links.title')}>
      <ul className="divide-y divide-line/60">
        <Row to={PATHS.trust} icon={ListChecks} label={t('tabs:pages.trust')} />
        <Row
          to={`${PATHS.orders}?tab=settled`}
          icon={ClipboardCheck}
          label={t('about:links.orders')}
        />
        <Row to={PATHS.privacy} icon={LockKeyhole} label={t('tabs:pages.privacy')} />
        <Row to={PATHS.openLocation} icon={MapPin} label={t('tabs:pages.openLocation')} />
        <BrandLinks />
        <li>
          <a href={API_DOCS} className={navRowLook}>
            <NavRow icon={Braces} label={t('about:links.api')} hint={t('about:links.apiHint')} />
          </a>
        </li>
        <li>
          <a href={NOTICES} className={navRowLook}>
            <NavRow icon={Scale} label={t('about:links.licences')} />
          </a>
        </li>
      </ul>
    </Section>
  )
}

function Row({ to, icon, label }: { to: string; icon: LucideIcon; label: string }) {
  return (
    <li>
      <Link to={to} className={navRowLook}>
        <NavRow icon={icon} label={label} />
      </Link>
    </li>
  )
}
