import { useTranslation } from 'react-i18next'
import type { NamedCity } from '#features/places/find-cities.ts'
import { languageOf } from '#i18n/setup.ts'

/** How places, addresses and distances are written on screen. */
export function usePlaceWords() {
  const { t, i18n } = useTranslation('places')
  const km = new Intl.NumberFormat(languageOf(i18n), {
    style: 'unit',
    unit: 'kilometer',
    maximumFractionDigits: 0,
  })
  const cityText = ({ shown, countryName }: NamedCity): string =>
    // City states would be named twice.
    shown === countryName ? shown : t('chosen.city', { city: shown, country: countryName })
  return {
    cityText,
    distanceText: (distance: number): string => km.format(Math.round(distance)),
    addressText: (city: NamedCity, details: string): string => {
      const place = cityText(city)
      return details.trim() === '' ? place : t('chosen.join', { details: details.trim(), place })
    },
  }
}
