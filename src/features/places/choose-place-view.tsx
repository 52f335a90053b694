import { useState } from 'react'
import { ChosenCity } from '#features/places/chosen-city.tsx'
import { CitySearch } from '#features/places/city-search.tsx'
import type { NamedCity } from '#features/places/find-cities.ts'

interface Props {
  /** What stands in the field of the form that asked; '' when nobody did. */
  details: string
  /** Takes the address; null: nobody asked for one. */
  onUse: ((address: string) => void) | null
}

/** From a search to an address: first the city, then the street in it. */
export function ChoosePlaceView({ details, onUse }: Props) {
  const [city, setCity] = useState<NamedCity | null>(null)
  if (city === null) return <CitySearch onCity={setCity} onOwn={onUse} />
  return <ChosenCity {...{ city, details, onUse }} onOther={() => setCity(null)} />
}
