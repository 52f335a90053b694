import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { appInfoAtom } from '#api/session.ts'
import type { Brand } from '#contract/brand.ts'
import { brandAtom } from '#data/brand.ts'
import { CopyButton } from '#features/places/copy-button.tsx'
import { MapLinks } from '#features/places/map-links.tsx'
import type { Point } from '#features/places/place-catalogue.ts'
import { coordinatesText, type LinkedPlace } from '#features/places/place-query.ts'
import { PlaceSketch } from '#features/places/place-sketch.tsx'
import { hoursText, weekdaysText, zoneText } from '#i18n/opening-hours.ts'
import { languageOf } from '#i18n/setup.ts'
import { buttonLook } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/section.tsx'

interface OfficeHours {
  /** Weekdays from 1 (Monday) to 7 (Sunday), both included. */
  days: readonly [first: number, last: number]
  /** Hours of the day in local time; null when closed. */
  open: readonly [from: number, to: number] | null
}

interface Office extends Point {
  /** IANA time zone name. */
  zone: string
  hours: readonly OfficeHours[]
}

/** The platform's own office. It is an example, and the page says so. */
const OWN_OFFICE: Office = {
  latitude: 31.2304,
  longitude: 121.4737,
  zone: 'Asia/Shanghai',
  hours: [
    { days: [1, 5], open: [9, 18] },
    { days: [6, 7], open: null },
  ],
}

/** The platform's own office: as an operator has set it, otherwise the example with its opening hours. */
export function OwnOffice() {
  const isBuilt = useAtomValue(appInfoAtom)?.brand === undefined
  return isBuilt ? <ExampleOffice /> : <ChangedOffice />
}

function ChangedOffice() {
  const fetched = useAtomValue(brandAtom)
  if (fetched.status === 'loading') return null
  const office = fetched.status === 'ready' ? fetched.value.brand.office : null
  return office === null ? <ExampleOffice /> : <BrandOffice {...office} />
}

/** Its texts are an operator's, and the same in every language. */
function BrandOffice({ name, address, hours }: NonNullable<Brand['office']>) {
  const { t } = useTranslation('places')
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-lg font-bold break-words">{name}</h2>
      <p className="break-words text-ink-2 select-all">{address}</p>
      {hours !== null && (
        <dl>
          <ListRow label={t('office.hours')} value={hours} />
        </dl>
      )}
      <CopyButton text={address} label={t('office.copyAddress')} />
    </Card>
  )
}

function ExampleOffice() {
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
        <PlaceSketch at={place} />
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
