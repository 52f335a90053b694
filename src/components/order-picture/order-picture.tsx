import { useTranslation } from 'react-i18next'
import type { Spot } from '#contract/order.ts'
import type { Direction } from '#contract/scalars.ts'
import {
  type Box,
  type Picture,
  type Pictured,
  type PictureTone,
  pictureOf,
  pictureToneOf,
} from '#components/order-picture/picture-lines.ts'
import {
  DIRECTION_ARROWS,
  RESULT_SIGNS,
  SIGN_RADIUS,
} from '#components/order-picture/result-signs.ts'
import { useFormat } from '#i18n/use-format.ts'

const BOX = { width: 320, height: 150, air: 14 }

interface Props {
  drawn: Pictured
  decimals: number
}

/**
 * The prices of an order from its start to its end, in the colour of its result. The direction is an arrow at the entry
 * and the side of the entry line that is shaded.
 */
export function OrderPicture({ drawn, decimals }: Props) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const picture = pictureOf(drawn, BOX)
  if (picture === null) return null
  const { settlement, terms, outcome } = drawn
  const tone = pictureToneOf(outcome)
  return (
    <figure className="flex flex-col gap-2" data-picture={tone}>
      <div className="flex flex-col gap-1">
        <OrderDrawing picture={picture} box={BOX} direction={terms.direction} tone={tone} />
        <div aria-hidden className="figures flex justify-between gap-3 text-xs text-ink-2">
          <span>
            {t('evidence.starts')} <span>{format.time(terms.startsAt)}</span>
          </span>
          <span className="text-end">
            {t('closingTime')} <span>{format.time(terms.expiresAt)}</span>
          </span>
        </div>
      </div>
      <figcaption className="flex flex-col gap-1.5 text-xs text-ink-2">
        <ul className="flex flex-col gap-1.5">
          <Dotted
            label={t('buyPrice')}
            spot={settlement.entry}
            decimals={decimals}
            className="bg-ink"
          />
          <Dotted
            label={t('transactionPrice')}
            spot={settlement.exit}
            decimals={decimals}
            className={TONES[tone].dot}
          />
        </ul>
        {picture.isCut && <span className="text-ink-3">{t('picture.cut')}</span>}
      </figcaption>
    </figure>
  )
}

/** Up and down are the colours of a profit and of a loss (decision 0044). */
const TONES = {
  gain: { area: 'fill-up-soft', line: 'stroke-up', mark: 'fill-up', dot: 'bg-up' },
  loss: { area: 'fill-down-soft', line: 'stroke-down', mark: 'fill-down', dot: 'bg-down' },
  level: { area: 'fill-sunken', line: 'stroke-ink-2', mark: 'fill-ink-2', dot: 'bg-ink-2' },
} as const

interface DrawingProps {
  picture: Picture
  /** The box in whose units the picture is. */
  box: Box
  direction: Direction
  tone: PictureTone
}

/** The drawing alone. While an order runs, the tone is how it would end now. */
export function OrderDrawing({ picture, box, direction, tone }: DrawingProps) {
  const { entry, path, startX, expiresX, asideX } = picture
  const width = Math.max(0, expiresX - startX)
  const { area, line } = TONES[tone]
  const isUp = direction === 'up'
  return (
    <svg aria-hidden viewBox={`0 0 ${box.width} ${box.height}`} className="h-auto w-full">
      {entry !== null && (
        <>
          <rect
            x={startX}
            y={isUp ? 0 : entry.y}
            width={width}
            height={isUp ? entry.y : box.height - entry.y}
            className={area}
          />
          <Line d={`M${startX} ${entry.y}H${expiresX}`} className="stroke-ink" />
        </>
      )}
      <Line d={`M${startX} 0V${box.height}`} className="stroke-line-strong" dashed />
      <Line d={`M${expiresX} 0V${box.height}`} className="stroke-line-strong" dashed />
      <path d={path} fill="none" className="stroke-ink-3" strokeWidth="1.5" />
      {/* Cuts off what was before the start and after the end, which decided nothing. */}
      <svg x={startX} width={width} viewBox={`${startX} 0 ${width} ${box.height}`}>
        <path d={path} fill="none" className={line} strokeWidth="2.25" />
      </svg>
      {asideX.map((x) => (
        <path
          key={x}
          d={`M${x - 4} 3l8 8m0 -8l-8 8`}
          className="stroke-warn"
          strokeWidth="2"
          fill="none"
        />
      ))}
      <Marks picture={picture} direction={direction} tone={tone} />
    </svg>
  )
}

/** The two prices that decided: an arrow at the entry, and the sign of the result at the exit. */
function Marks({ picture: { entry, exit }, direction, tone }: Omit<DrawingProps, 'box'>) {
  return (
    <>
      {entry !== null && (
        <g transform={`translate(${entry.x} ${entry.y})`}>
          <circle r={SIGN_RADIUS} strokeWidth="2" className="fill-ink stroke-surface" />
          <path d={DIRECTION_ARROWS[direction]} className="fill-surface" />
        </g>
      )}
      {exit !== null && (
        <g transform={`translate(${exit.x} ${exit.y})`}>
          <circle
            r={SIGN_RADIUS}
            strokeWidth="2"
            className={`${TONES[tone].mark} stroke-surface`}
          />
          <path
            d={RESULT_SIGNS[tone]}
            fill="none"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
            className="stroke-surface"
          />
        </g>
      )}
    </>
  )
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
