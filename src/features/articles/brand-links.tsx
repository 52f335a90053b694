import { useAtomValue } from 'jotai'
import { Globe, type LucideIcon, Mail } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { appInfoAtom } from '#api/session.ts'
import { brandAtom } from '#data/brand.ts'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'

/** Where else the brand can be found, as an operator has set it. */
export function BrandLinks() {
  return useAtomValue(appInfoAtom)?.brand === undefined ? null : <Changed />
}

function Changed() {
  const { t } = useTranslation('about')
  const fetched = useAtomValue(brandAtom)
  if (fetched.status !== 'ready') return null
  const { site, support, others } = fetched.value.brand.links
  return (
    <>
      {site !== null && <Row href={site} icon={Globe} label={t('links.site')} hint={site} />}
      {support !== null && (
        <Row href={`mailto:${support}`} icon={Mail} label={t('links.mail')} hint={support} />
      )}
      {others.map(({ label, url }) => (
        <Row key={url} href={url} icon={Globe} label={label} hint={url} />
      ))}
    </>
  )
}

function Row({ href, ...row }: { href: string; icon: LucideIcon; label: string; hint: string }) {
  return (
    <li>
      <a href={href} rel="noreferrer" className={navRowLook}>
        <NavRow {...row} />
      </a>
    </li>
  )
}
