import { useTranslation } from 'react-i18next'
import { type Pictured, pictureOf, type Point } from '#features/trust/example-picture.ts'
import { useFormat } from '#i18n/format.ts'

const BOX = { width: 320, height: 120 }

/** The prices of an example between its two moments; the same figures stand in the tables below. */
export function ExampleChart({ drawn }: { drawn: Pictured }) {
  const { t } = useTranslation(['trust', 'orders'])
  const format = useFormat()
  const picture = pictureOf(drawn, BOX)
  if (picture === null) return null
  const { entry, exit, path } = picture
  const level = entry?.y
  return (
    <figure className="flex flex-col gap-1">
      <svg aria-hidden viewBox={`0 0 ${BOX.width} ${BOX.height}`} className="h-auto w-full">
        <Moment x={picture.acceptedX} />
        <Moment x={picture.expiresX} />
        {level !== undefined && (
          <path
            d={`M0 ${level}H${BOX.width}`}
            className="stroke-line"
            strokeWidth="1"
            vectorEffect="non-scaling-stroke"
          />
        )}
        <path d={path} fill="none" className="stroke-ink-3" strokeWidth="1.5" />
        <Dot at={entry} className="fill-info" />
        <Dot at={exit} className={toneOf(entry, exit)} />
      </svg>
      <div aria-hidden className="figures flex justify-between gap-3 text-2xs text-ink-2">
        <span>
          {t('trust:example.accepted')} {format.time(drawn.terms.acceptedAt)}
        </span>
        <span className="text-end">
          {t('orders:closingTime')} {format.time(drawn.terms.expiresAt)}
        </span>
      </div>
      <figcaption className="text-xs text-ink-3">{t('trust:example.picture')}</figcaption>
    </figure>
  )
}

const toneOf = (entry: Point | null, exit: Point | null): string => {
  if (entry === null || exit === null || entry.y === exit.y) return 'fill-ink-2'
  return exit.y < entry.y ? 'fill-up' : 'fill-down'
}

const Moment = ({ x }: { x: number }) => (
  <path
    d={`M${x} 0V${BOX.height}`}
    className="stroke-line-strong"
    strokeWidth="1"
    strokeDasharray="3 4"
    vectorEffect="non-scaling-stroke"
  />
)

function Dot({ at, className }: { at: Point | null; className: string }) {
  if (at === null) return null
  return (
    <circle cx={at.x} cy={at.y} r="5" strokeWidth="2" className={`${className} stroke-surface`} />
  )
}
