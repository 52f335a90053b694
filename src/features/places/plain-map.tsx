import { useTranslation } from 'react-i18next'
import { nearestCities, type NamedCity } from '#features/places/find-cities.ts'
import type { Point } from '#features/places/place-catalogue.ts'
import { usePlaceWords } from '#features/places/place-words.ts'
import { plainView, VIEW } from '#features/places/plain-view.ts'

const NEIGHBOURS = 6

interface Props {
  at: Point
  cities: readonly NamedCity[]
}

/** A place without map pictures: a grid of degrees, the nearest cities, and how far a stretch is. */
export function PlainMap({ at, cities }: Props) {
  const { t } = useTranslation('places')
  const { distanceText } = usePlaceWords()
  const near = nearestCities(cities, at, NEIGHBOURS).filter(({ km }) => km > 1)
  const { lines, dots, scale } = plainView(at, near)
  return (
    <figure className="flex flex-col gap-1.5">
      <svg
        aria-hidden
        viewBox={`0 0 ${VIEW.width} ${VIEW.height}`}
        fontSize={VIEW.letters}
        className="w-full max-w-96 rounded-control border border-line bg-sunken"
      >
        {lines.map((path) => (
          <path key={path} d={path} className="stroke-line" strokeWidth={1} />
        ))}
        {dots.map(({ x, y, city, anchor, labelled }) => (
          <g key={city.name}>
            <circle cx={x} cy={y} r={2.5} className="fill-ink-3" />
            {labelled && (
              <text
                x={anchor === 'start' ? x + 5 : x - 5}
                y={y + 3.5}
                textAnchor={anchor}
                className="fill-ink-2"
              >
                {city.shown}
              </text>
            )}
          </g>
        ))}
        <Pin />
        <path
          d={`M10 ${VIEW.height - 14}v5h${scale.width}v-5`}
          className="fill-none stroke-ink-2"
          strokeWidth={1.5}
        />
        <text x={15 + scale.width} y={VIEW.height - 8} className="figures fill-ink-2">
          {distanceText(scale.km)}
        </text>
      </svg>
      <figcaption className="text-xs text-ink-3">{t('map.plain')}</figcaption>
    </figure>
  )
}

/** In the middle, its tip at the place. */
function Pin() {
  return (
    <g transform={`translate(${VIEW.width / 2} ${VIEW.height / 2})`}>
      <path
        d="M0 0C-4-6-8-9-8-14a8 8 0 0 1 16 0c0 5-4 8-8 14Z"
        className="fill-brand stroke-surface"
        strokeWidth={1.5}
      />
      <circle cy={-14} r={2.75} className="fill-on-brand" />
    </g>
  )
}
