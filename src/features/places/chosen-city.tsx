import { MapPin } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { CopyButton } from '#features/places/copy-button.tsx'
import { citiesIn, type NamedCity } from '#features/places/find-cities.ts'
import { PlainMap } from '#features/places/plain-map.tsx'
import { placePath } from '#features/places/place-query.ts'
import { usePlaceWords } from '#features/places/place-words.ts'
import { languageOf } from '#i18n/setup.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextField } from '#ui/text-field.tsx'

interface Props {
  city: NamedCity
  /** What stood in the field of the form that asked. */
  details: string
  /** Null: nobody asked, so the address is to be copied. */
  onUse: ((address: string) => void) | null
  onOther: () => void
}

/** The chosen city, to be made an address with the street, and where it lies. */
export function ChosenCity({ city, details, onUse, onOther }: Props) {
  const { t, i18n } = useTranslation('places')
  const { cityText, addressText } = usePlaceWords()
  const language = languageOf(i18n)
  const cities = useMemo(() => citiesIn(language), [language])
  const [street, setStreet] = useState(details)
  const heading = useRef<HTMLHeadingElement>(null)
  // The list that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  const address = addressText(city, street)
  return (
    <div className="flex flex-col gap-4">
      <Card className="flex flex-col gap-3">
        <div>
          <p className="text-sm text-ink-2">{t('chosen.title')}</p>
          <h2 ref={heading} tabIndex={-1} className="text-lg font-bold break-words outline-none">
            {cityText(city)}
          </h2>
        </div>
        <PlainMap at={city} cities={cities} />
      </Card>
      <TextField
        name="details"
        label={t('chosen.details')}
        hint={t('chosen.detailsHint')}
        value={street}
        onValue={setStreet}
        autoComplete="street-address"
        maxLength={120}
      />
      <p className="rounded-control bg-sunken px-3.5 py-2.5">
        <span className="block text-xs text-ink-3">{t('chosen.address')}</span>
        <output className="break-words select-all">{address}</output>
      </p>
      {onUse === null ? (
        <>
          <CopyButton text={address} label={t('office.copyAddress')} />
          <Link
            to={placePath({ ...city, name: city.shown, address })}
            className={buttonLook({ variant: 'secondary', block: true })}
          >
            <MapPin aria-hidden size={18} />
            {t('chosen.see')}
          </Link>
        </>
      ) : (
        <Button size="lg" block onClick={() => onUse(address)}>
          {t('chosen.use')}
        </Button>
      )}
      <Button variant="quiet" block onClick={onOther}>
        {t('chosen.other')}
      </Button>
    </div>
  )
}
