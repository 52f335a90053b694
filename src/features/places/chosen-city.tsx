import { MapPin } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { CopyButton } from '#features/places/copy-button.tsx'
import type { NamedCity } from '#features/places/find-cities.ts'
import { MapLinks } from '#features/places/map-links.tsx'
import { placePath } from '#features/places/place-query.ts'
import { usePlaceText } from '#features/places/place-text.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { inlineLinkLook } from '#ui/inline-link.ts'
import { TextField } from '#ui/text-field.tsx'

interface Props {
  city: NamedCity
  /** The content of the field for which a form requested an address. */
  details: string
  /** Null when no form requested an address: then it can be copied. */
  onUse: ((address: string) => void) | null
  onOther: () => void
}

const LINK_LOOK = `${inlineLinkLook} gap-1.5`
const LINK_LOOKS = [LINK_LOOK, LINK_LOOK] as const

/** Completes the chosen city to an address, with links to it on a map. */
export function ChosenCity({ city, details, onUse, onOther }: Props) {
  const { t } = useTranslation('places')
  const { cityText, addressText } = usePlaceText()
  const [street, setStreet] = useState(details)
  const heading = useRef<HTMLHeadingElement>(null)
  // The list that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  const address = addressText(city, street)
  return (
    <div className="flex flex-col gap-4">
      <Card className="flex flex-col gap-1">
        <div>
          <p className="text-sm text-ink-2">{t('chosen.title')}</p>
          <h2 ref={heading} tabIndex={-1} className="text-lg font-bold break-words outline-none">
            {cityText(city)}
          </h2>
        </div>
        <div className="flex flex-wrap gap-x-4">
          <MapLinks at={city} label={cityText(city)} looks={LINK_LOOKS} />
        </div>
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
