import { useTranslation } from 'react-i18next'
import type { NamedCity } from '#features/places/find-cities.ts'
import { languageOf } from '#i18n/setup.ts'

/** Formats places, addresses and distances in the user's language. */
export function usePlaceText() {
  const { t, i18n } = useTranslation('places')
  const km = new Intl.NumberFormat(languageOf(i18n), {
    style: 'unit',
    unit: 'kilometer',
    maximumFractionDigits: 0,
  })
  const cityText = ({ shown, countryName }: NamedCity): string =>
    // The name of a city state is not repeated.
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
