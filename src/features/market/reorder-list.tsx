import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pressedKey } from '#ui/pressed-key.ts'
import { IconButton } from '#ui/button.tsx'
import { join } from '#ui/join.ts'

export interface ReorderRow {
  id: string
  label: string
  hint?: string
}

interface Props {
  label: string
  rows: readonly ReorderRow[]
  onMove: (from: number, to: number) => void
  onRemove: (id: string) => void
}

/** The height of a row, which `h-14` sets. */
const ROW_PX = 56
const ICON = { width: 18, height: 18, viewBox: '0 0 24 24' } as const
const STROKE = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
} as const

interface Drag {
  from: number
  startY: number
  byPx: number
}

const clamp = (at: number, count: number): number => Math.min(Math.max(0, at), count - 1)
const targetOf = ({ from, byPx }: Drag, count: number): number =>
  clamp(from + Math.round(byPx / ROW_PX), count)

/** How far a row is moved out of the way of the dragged one. */
function shiftOf(at: number, drag: Drag | null, count: number): number {
  if (drag === null) return 0
  if (at === drag.from) return drag.byPx
  const to = targetOf(drag, count)
  if (at > drag.from && at <= to) return -ROW_PX
  return at < drag.from && at >= to ? ROW_PX : 0
}

const KEYS: Record<string, (at: number, count: number) => number> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}

interface Handle {
  onKeyDown: (event: KeyboardEvent) => void
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
  onPointerMove: (event: PointerEvent<HTMLElement>) => void
  onPointerUp: () => void
  onPointerCancel: () => void
}

/** What is being dragged, the latest move in words, and the events of each handle. */
function useReorder(rows: readonly ReorderRow[], onMove: Props['onMove']) {
  const { t } = useTranslation('favourites')
  const [drag, setDrag] = useState<Drag | null>(null)
  const [told, setTold] = useState('')
  const count = rows.length
  const move = (from: number, to: number): void => {
    const row = rows[from]
    const place = clamp(to, count)
    if (row === undefined || place === from) return
    onMove(from, place)
    setTold(t('place', { name: row.label, at: place + 1, count }))
  }
  const handleOf = (at: number): Handle => ({
    onKeyDown: (event) => {
      const step = KEYS[pressedKey(event)]
      if (step === undefined) return
      event.preventDefault()
      move(at, step(at, count))
    },
    onPointerDown: (event) => {
      if (!event.isPrimary || event.button !== 0) return
      event.currentTarget.setPointerCapture?.(event.pointerId)
      setDrag({ from: at, startY: event.clientY, byPx: 0 })
    },
    onPointerMove: ({ clientY }) => {
      if (drag !== null) setDrag({ ...drag, byPx: clientY - drag.startY })
    },
    onPointerUp: () => {
      if (drag !== null) move(drag.from, targetOf(drag, count))
      setDrag(null)
    },
    onPointerCancel: () => setDrag(null),
  })
  return { drag, told, handleOf }
}

/** Rows that are ordered by dragging their handles, or by arrow keys on them. */
export function ReorderList({ label, rows, onMove, onRemove }: Props) {
  const { t } = useTranslation('favourites')
  const { drag, told, handleOf } = useReorder(rows, onMove)
  const count = rows.length
  return (
    <>
      <ol aria-label={label} className={drag === null ? undefined : 'select-none'}>
        {rows.map((row, at) => (
          <li
            key={row.id}
            style={{ transform: `translateY(${shiftOf(at, drag, count)}px)` }}
            className={join(
              'flex h-14 items-center border-b border-line/60 bg-surface',
              drag?.from === at ? 'relative z-10 shadow-raised' : drag && 'transition-transform',
            )}
          >
            <button
              type="button"
              data-base-ui-swipe-ignore
              aria-label={t('move', { name: row.label, at: at + 1, count })}
              {...handleOf(at)}
              className="flex size-touch shrink-0 cursor-grab touch-none items-center justify-center text-ink-3"
            >
              <svg aria-hidden {...ICON}>
                <path d="M4 8h16M4 16h16" {...STROKE} />
              </svg>
            </button>
            <span className="min-w-0 flex-1 truncate">
              <span>{row.label}</span>
              {row.hint !== undefined && <span className="text-xs text-ink-3"> {row.hint}</span>}
            </span>
            <IconButton label={t('remove', { name: row.label })} onClick={() => onRemove(row.id)}>
              <svg aria-hidden {...ICON}>
                <path d="M6 12h12" {...STROKE} />
              </svg>
            </IconButton>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {told}
      </p>
    </>
  )
}
