import { MapPinOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { LinkedOffice, OwnOffice } from '#features/places/office-view.tsx'
import { readPlaceQuery } from '#features/places/place-query.ts'
import { PATHS } from '#lib/paths.ts'
import { buttonLook } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** An office: the one that the address names, or the platform's own. */
export function OpenLocationPage() {
  const [query] = useSearchParams()
  const read = readPlaceQuery(query)
  return (
    <div className="px-4 pt-1">
      {read.kind === 'own' && <OwnOffice />}
      {read.kind === 'place' && <LinkedOffice place={read.place} />}
      {read.kind === 'broken' && <Broken />}
    </div>
  )
}

function Broken() {
  const { t } = useTranslation('places')
  return (
    <EmptyState
      icon={MapPinOff}
      title={t('office.broken')}
      hint={t('office.brokenHint')}
      action={
        <Link to={PATHS.openLocation} className={buttonLook({ variant: 'secondary' })}>
          {t('office.house')}
        </Link>
      }
    />
  )
}
