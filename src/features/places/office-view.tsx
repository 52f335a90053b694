import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '#features/places/copy-button.tsx'
import { MapLinks } from '#features/places/map-links.tsx'
import { OfficeMap } from '#features/places/office-map.tsx'
import { OWN_OFFICE } from '#features/places/own-office.ts'
import { coordinatesText, type LinkedPlace } from '#features/places/place-query.ts'
import { hoursText, weekdaysText, zoneText } from '#i18n/opening-hours.ts'
import { languageOf } from '#i18n/setup.ts'
import { buttonLook } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/section.tsx'

/** The platform's own office, with its opening hours. */
export function OwnOffice() {
  const { t } = useTranslation('places')
  const { latitude, longitude } = OWN_OFFICE
  const place = { name: t('office.name'), address: t('office.address'), latitude, longitude }
  return (
    <PlaceCard place={place} note={t('office.example')}>
      <OpeningHours />
    </PlaceCard>
  )
}

/** A place named by a link. */
export function LinkedOffice({ place }: { place: LinkedPlace }) {
  const { t } = useTranslation('places')
  return <PlaceCard place={place} note={t('office.link')} />
}

interface Props {
  place: LinkedPlace
  /** Says where the details come from. */
  note: string
  children?: ReactNode
}

const LINK_LOOKS = [
  buttonLook({ block: true }),
  buttonLook({ variant: 'secondary', block: true }),
] as const

function PlaceCard({ place, note, children }: Props) {
  const { t } = useTranslation('places')
  const name = place.name === '' ? t('office.unnamed') : place.name
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="info">{note}</Notice>
      <Card className="flex flex-col gap-3">
        <div>
          <h2 className="text-lg font-bold break-words">{name}</h2>
          {place.address !== '' && (
            <p className="break-words text-ink-2 select-all">{place.address}</p>
          )}
        </div>
        <OfficeMap at={place} />
        <dl>
          <ListRow
            label={t('office.coordinates')}
            value={<span className="select-all">{coordinatesText(place)}</span>}
          />
        </dl>
        <MapLinks at={place} label={name} looks={LINK_LOOKS} />
        <p className="text-xs text-ink-3">{t('office.openHint')}</p>
        {place.address !== '' && (
          <CopyButton text={place.address} label={t('office.copyAddress')} />
        )}
        <CopyButton text={coordinatesText(place)} label={t('office.copyCoordinates')} />
      </Card>
      {children}
    </div>
  )
}

function OpeningHours() {
  const { t, i18n } = useTranslation('places')
  const language = languageOf(i18n)
  return (
    <Section
      title={t('office.hours')}
      note={t('office.zone', { zone: zoneText(language, OWN_OFFICE.zone) })}
    >
      <dl className="divide-y divide-line/60 px-4">
        {OWN_OFFICE.hours.map(({ days, open }) => (
          <ListRow
            key={days[0]}
            label={weekdaysText(language, ...days)}
            value={open === null ? t('office.closed') : hoursText(language, ...open)}
          />
        ))}
      </dl>
    </Section>
  )
}
