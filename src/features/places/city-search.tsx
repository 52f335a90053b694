import { useAtomValue } from 'jotai'
import { ChevronRight, LocateFixed, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  citiesIn,
  findCities,
  type NamedCity,
  nearestCities,
} from '#features/places/find-cities.ts'
import type { Point } from '#features/places/place-catalogue.ts'
import { languageOf } from '#i18n/setup.ts'
import { locateAtom } from '#features/places/locate.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { usePlaceText } from '#features/places/place-text.ts'
import { Section } from '#ui/section.tsx'

const MAX_NEAR = 8
/** Shorter texts are not addresses. */
const MIN_ADDRESS_LENGTH = 2

interface Props {
  onCity: (city: NamedCity) => void
  /** Uses the typed words as the address; null when no form requested one. */
  onOwn: ((words: string) => void) | null
}

/** Finds a city by its name, or near the device's location. */
export function CitySearch({ onCity, onOwn }: Props) {
  const { t, i18n } = useTranslation('places')
  const language = languageOf(i18n)
  const cities = useMemo(() => citiesIn(language), [language])
  const [words, setWords] = useState('')
  const [near, setNear] = useState<Point | null>(null)
  const search = (text: string): void => {
    setWords(text)
    setNear(null)
  }
  const own = words.trim()
  const listed: readonly ListedCity[] =
    near === null
      ? findCities(cities, words).map((city) => ({ city, km: null }))
      : nearestCities(cities, near, MAX_NEAR)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-ink-2">{t('lead')}</p>
      <TextField
        type="search"
        name="place"
        label={t('search')}
        value={words}
        onValue={search}
        autoComplete="off"
        maxLength={120}
        trailing={
          words !== '' && (
            <IconButton label={t('clear')} onClick={() => search('')}>
              <X aria-hidden size={18} />
            </IconButton>
          )
        }
      />
      <NearMe onPoint={setNear} />
      {onOwn !== null && near === null && own.length >= MIN_ADDRESS_LENGTH && (
        <Button variant="secondary" block onClick={() => onOwn(own)}>
          <span className="min-w-0 break-words">{t('own', { words: own })}</span>
        </Button>
      )}
      <CityList
        title={t(near === null ? 'list' : 'near.list')}
        cities={listed}
        none={t('none')}
        onCity={onCity}
      />
      {near !== null && (
        <Button variant="quiet" onClick={() => setNear(null)}>
          {t('near.search')}
        </Button>
      )}
    </div>
  )
}

/** Asks the device for its location, only when the button is pressed. */
function NearMe({ onPoint }: { onPoint: (point: Point) => void }) {
  const { t } = useTranslation('places')
  const { locate } = useAtomValue(locateAtom)
  const [state, setState] = useState<'idle' | 'asking' | 'refused' | 'unavailable'>('idle')
  const ask = async (): Promise<void> => {
    setState('asking')
    const answer = await locate()
    if (answer.status !== 'found') return setState(answer.status)
    setState('idle')
    onPoint({ latitude: answer.latitude, longitude: answer.longitude })
  }
  const asking = state === 'asking'
  return (
    <div className="flex flex-col gap-1.5">
      <Button variant="secondary" block busy={asking} onClick={() => void ask()}>
        {!asking && <LocateFixed aria-hidden size={18} className="shrink-0" />}
        <span>{t(asking ? 'near.asking' : 'near.button')}</span>
      </Button>
      <p className="text-xs text-ink-3">{t('near.note')}</p>
      {(state === 'refused' || state === 'unavailable') && (
        <Notice tone="bad">{t(`near.${state}`)}</Notice>
      )}
    </div>
  )
}

interface ListedCity {
  city: NamedCity
  /** Distance from the device; null when its location was not requested. */
  km: number | null
}

interface CityListProps {
  title: string
  cities: readonly ListedCity[]
  /** Shown instead of an empty list. */
  none: string
  onCity: (city: NamedCity) => void
}

/** Cities to choose one from. */
function CityList({ title, cities, none, onCity }: CityListProps) {
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
