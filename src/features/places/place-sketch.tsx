import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { citiesIn, type NamedCity } from '#features/places/find-cities.ts'
import type { Point } from '#features/places/place-catalogue.ts'
import { usePlaceText } from '#features/places/place-text.ts'
import { MARK, REACH, type Sketch, sketchAround } from '#features/places/sketch-around.ts'
import { languageOf } from '#i18n/setup.ts'

/** A place among the nearest cities of the list. It is drawn on the device, so no one learns what users look at. */
export function PlaceSketch({ at }: { at: Point }) {
  const { t, i18n } = useTranslation('places')
  const { distanceText } = usePlaceText()
  const language = languageOf(i18n)
  const cities = useMemo(() => citiesIn(language), [language])
  const sketch = sketchAround(cities, at)
  return (
    <figure className="flex flex-col gap-2 rounded-control bg-sunken p-3">
      <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-2">
        <Drawing sketch={sketch} label={t('sketch.name')} />
        <ol className="flex min-w-56 flex-1 flex-col gap-2 text-sm">
          {sketch.marks.map(({ city, km, direction }, i) => (
            <li key={`${city.country} ${city.name}`} className="flex items-baseline gap-2">
              <span
                aria-hidden
                className="figures grid size-5 shrink-0 place-items-center rounded-full border border-line-strong bg-surface text-xs"
              >
                {i + 1}
              </span>
              <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
                <span className="min-w-0 break-words">{city.shown}</span>
                <span className="text-xs text-ink-2">
                  {t(`sketch.${direction}`, { distance: distanceText(km) })}
                </span>
              </span>
            </li>
          ))}
        </ol>
      </div>
      <figcaption className="text-xs text-ink-2">
        {t('sketch.note', { distance: distanceText(sketch.stepKm) })}
      </figcaption>
    </figure>
  )
}

const EDGE = 100
const CROSS = `M0 ${-REACH}V${REACH}M${-REACH} 0H${REACH}`
/** Points to the north. */
const ARROW = `M0 ${-EDGE}l4 8h-8z`

function Drawing({ sketch, label }: { sketch: Sketch<NamedCity>; label: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-EDGE} ${-EDGE} ${2 * EDGE} ${2 * EDGE}`}
      className="size-56 shrink-0"
    >
      <g fill="none" className="stroke-line-strong" strokeDasharray="2 3">
        {sketch.circles.map((radius) => (
          <circle key={radius} r={radius} />
        ))}
        <path d={CROSS} />
      </g>
      <path d={ARROW} className="fill-ink-3" />
      <circle r={MARK - 2} className="fill-brand stroke-surface" strokeWidth="2" />
      {sketch.marks.map(({ city, x, y }, i) => (
        <g key={`${city.country} ${city.name}`} transform={`translate(${x} ${y})`}>
          <circle r={MARK} className="fill-surface stroke-line-strong" />
          <text textAnchor="middle" dominantBaseline="central" fontSize="11" className="fill-ink">
            {i + 1}
          </text>
        </g>
      ))}
    </svg>
  )
}
