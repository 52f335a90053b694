import { useTranslation } from 'react-i18next'
import type { Spot } from '#contract/order.ts'
import type { Direction } from '#contract/scalars.ts'
import {
  type Pictured,
  type Picture,
  pictureOf,
  type Point,
} from '#features/trust/example-picture.ts'
import { useFormat } from '#i18n/use-format.ts'

const BOX = { width: 320, height: 140 }

interface Props {
  drawn: Pictured
  decimals: number
}

/** The prices of an order from its start to its end. The same figures are in the tables below. */
export function ExampleChart({ drawn, decimals }: Props) {
  const { t } = useTranslation(['trust', 'orders'])
  const format = useFormat()
  const picture = pictureOf(drawn, BOX)
  if (picture === null) return null
  const { settlement, terms } = drawn
  return (
    <figure className="flex flex-col gap-2">
      <div className="flex flex-col gap-1">
        <Drawing picture={picture} direction={terms.direction} />
        <div aria-hidden className="figures flex justify-between gap-3 text-xs text-ink-2">
          <span>
            {t('orders:evidence.starts')} <span>{format.time(terms.startsAt)}</span>
          </span>
          <span className="text-end">
            {t('orders:closingTime')} <span>{format.time(terms.expiresAt)}</span>
          </span>
        </div>
      </div>
      <figcaption className="flex flex-col gap-1.5 text-xs text-ink-2">
        <ul className="flex flex-col gap-1.5">
          <Dotted
            label={t('orders:buyPrice')}
            spot={settlement.entry}
            decimals={decimals}
            className="bg-info"
          />
          <Dotted
            label={t('orders:transactionPrice')}
            spot={settlement.exit}
            decimals={decimals}
            className={EXIT_TONES[toneOf(picture)].dot}
          />
        </ul>
        <span className="text-ink-3">
          {t('trust:example.picture')} {picture.isCut && <span>{t('trust:example.missing')}</span>}
        </span>
      </figcaption>
    </figure>
  )
}

function Drawing({ picture, direction }: { picture: Picture; direction: Direction }) {
  const { entry, exit, path, startX, expiresX, neighbours, asideX } = picture
  return (
    <svg aria-hidden viewBox={`0 0 ${BOX.width} ${BOX.height}`} className="h-auto w-full">
      {entry !== null && (
        <>
          <rect
            x={startX}
            y={direction === 'up' ? 0 : entry.y}
            width={Math.max(0, expiresX - startX)}
            height={direction === 'up' ? entry.y : BOX.height - entry.y}
            className={direction === 'up' ? 'fill-up-soft' : 'fill-down-soft'}
          />
          <Line d={`M0 ${entry.y}H${BOX.width}`} className="stroke-info" />
        </>
      )}
      <Line d={`M${startX} 0V${BOX.height}`} className="stroke-line-strong" dashed />
      <Line d={`M${expiresX} 0V${BOX.height}`} className="stroke-line-strong" dashed />
      <path d={path} fill="none" className="stroke-ink-2" strokeWidth="1.5" />
      {asideX.map((x) => (
        <path
          key={x}
          d={`M${x - 4} 3l8 8m0 -8l-8 8`}
          className="stroke-warn"
          strokeWidth="2"
          fill="none"
        />
      ))}
      {neighbours.map((at) => (
        <circle
          key={`${at.x} ${at.y}`}
          cx={at.x}
          cy={at.y}
          r="3"
          className="fill-surface stroke-ink-3"
        />
      ))}
      <Dot at={entry} className="fill-info" />
      <Dot at={exit} className={EXIT_TONES[toneOf(picture)].fill} />
    </svg>
  )
}

const EXIT_TONES = {
  level: { fill: 'fill-ink-2', dot: 'bg-ink-2' },
  above: { fill: 'fill-up', dot: 'bg-up' },
  below: { fill: 'fill-down', dot: 'bg-down' },
} as const

function toneOf({ entry, exit }: Picture): keyof typeof EXIT_TONES {
  if (entry === null || exit === null || entry.y === exit.y) return 'level'
  return exit.y < entry.y ? 'above' : 'below'
}

function Line({ d, className, dashed }: { d: string; className: string; dashed?: boolean }) {
  return (
    <path
      d={d}
      className={className}
      strokeWidth="1"
      strokeDasharray={dashed === true ? '3 4' : undefined}
      vectorEffect="non-scaling-stroke"
    />
  )
}

function Dot({ at, className }: { at: Point | null; className: string }) {
  if (at === null) return null
  return (
    <circle cx={at.x} cy={at.y} r="5.5" strokeWidth="2" className={`${className} stroke-surface`} />
  )
}

interface DottedProps {
  label: string
  spot: Spot | null
  decimals: number
  /** The colour of the dot. */
  className: string
}

/** A decisive tick with its dot, label, price and time; nothing when there was no such tick. */
function Dotted({ label, spot, decimals, className }: DottedProps) {
  const format = useFormat()
  if (spot === null) return null
  return (
    <li className="flex flex-wrap items-baseline gap-x-2">
      <span aria-hidden className={`size-2.5 shrink-0 self-center rounded-full ${className}`} />
      <span>{label}</span>
      <span className="figures font-semibold text-ink">{format.price(spot.price, decimals)}</span>
      <span className="figures ms-auto text-ink-3">{format.time(spot.timeMs)}</span>
    </li>
  )
}
