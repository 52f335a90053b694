import { useState } from 'react'
import { ChosenCity } from '#features/places/chosen-city.tsx'
import { CitySearch } from '#features/places/city-search.tsx'
import type { NamedCity } from '#features/places/find-cities.ts'

interface Props {
  /** The content of the field for which a form requested an address; '' when no form did. */
  details: string
  /** Uses the address; null when no form requested one. */
  onUse: ((address: string) => void) | null
}

/** Leads from a search to an address: first the city, then the street. */
export function ChoosePlaceView({ details, onUse }: Props) {
  const [city, setCity] = useState<NamedCity | null>(null)
  if (city === null) return <CitySearch onCity={setCity} onOwn={onUse} />
  return <ChosenCity {...{ city, details, onUse }} onOther={() => setCity(null)} />
}
