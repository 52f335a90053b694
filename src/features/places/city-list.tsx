import { ChevronRight } from 'lucide-react'
import type { NamedCity } from '#features/places/find-cities.ts'
import { usePlaceText } from '#features/places/place-text.ts'
import { Section } from '#ui/section.tsx'

export interface ListedCity {
  city: NamedCity
  /** Distance from the device; null when its location was not requested. */
  km: number | null
}

interface Props {
  title: string
  cities: readonly ListedCity[]
  /** Shown instead of an empty list. */
  none: string
  onCity: (city: NamedCity) => void
}

/** Cities to choose one from. */
export function CityList({ title, cities, none, onCity }: Props) {
  const { distanceText } = usePlaceText()
  return (
    <Section title={title}>
      {cities.length === 0 ? (
        <p role="status" className="px-4 py-5 text-center text-sm text-ink-2">
          {none}
        </p>
      ) : (
        <ul className="divide-y divide-line/60">
          {cities.map(({ city, km }) => (
            <li key={`${city.country} ${city.name}`}>
              <button
                type="button"
                onClick={() => onCity(city)}
                className="flex min-h-13 w-full items-center gap-3 px-4 py-2 text-start -outline-offset-2 active:bg-sunken"
              >
                <span className="min-w-0 flex-1">
                  <span className="break-words">{city.shown}</span>
                  <span className="block text-xs break-words text-ink-3">
                    {[city.countryName, city.other].filter((part) => part !== '').join(' · ')}
                  </span>
                </span>
                {km !== null && (
                  <span className="figures shrink-0 text-sm text-ink-2">{distanceText(km)}</span>
                )}
                <ChevronRight aria-hidden size={18} className="shrink-0 text-ink-3" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
