import { ExternalLink, Navigation } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { geoLink, mapSiteLink } from '#features/places/place-query.ts'
import type { Point } from '#features/places/place-catalogue.ts'

interface Props {
  at: Point
  /** The name that a map application shows. */
  label: string
  /** Classes of the link to the device's map application and of the link to the map website. */
  looks: readonly [app: string, site: string]
}

/** Links to a place in the device's map application, and on a map website, which also works without an application. */
export function MapLinks({ at, label, looks: [app, site] }: Props) {
  const { t } = useTranslation('places')
  return (
    <>
      <a href={geoLink(at, label)} className={app}>
        <Navigation aria-hidden size={18} className="shrink-0" />
        {t('office.openMap')}
      </a>
      <a href={mapSiteLink(at)} target="_blank" rel="noopener noreferrer" className={site}>
        <ExternalLink aria-hidden size={18} className="shrink-0" />
        <span>
          {t('office.openSite')}
          <span className="sr-only"> ({t('office.newTab')})</span>
        </span>
      </a>
    </>
  )
}
