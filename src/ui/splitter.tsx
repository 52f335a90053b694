import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { pressedKey } from '#ui/pressed-key.ts'
import { join } from '#ui/join.ts'

interface Props {
  label: string
  /** The id of the pane whose size it changes. */
  controls: string
  /** The direction of the line itself. */
  orientation: 'vertical' | 'horizontal'
  /** The pane's size and its limits, in px. */
  value: number
  min: number
  max: number
  /** The pane is after the line, so that it grows when the line moves back. */
  after?: boolean
  onValue: (value: number) => void
  onReset: () => void
}

const STEP_PX = 16
const FORWARD: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }
const ALONG = { vertical: ['ArrowLeft', 'ArrowRight'], horizontal: ['ArrowUp', 'ArrowDown'] }

/** The line between two panes. It is moved by pointer or by arrow keys; a double click restores the first size. */
export function Splitter(props: Props) {
  const { label, controls, orientation, value, min, max, after = false, onValue, onReset } = props
  const drag = useRef<{ from: number; value: number } | null>(null)
  const sign = after ? -1 : 1
  const vertical = orientation === 'vertical'
  const put = (next: number): void => onValue(Math.round(Math.min(max, Math.max(min, next))))
  const at = (event: PointerEvent): number => (vertical ? event.clientX : event.clientY)
  const press = (event: KeyboardEvent): void => {
    const key = pressedKey(event)
    const step = ALONG[orientation].includes(key) ? FORWARD[key] : undefined
    if (step !== undefined) put(value + step * sign * STEP_PX)
    else if (key === 'Home') put(min)
    else if (key === 'End') put(max)
    else return
    event.preventDefault()
  }
  return (
    // A separator that can be focused is a control (WAI-ARIA, window splitter).
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-controls={controls}
      aria-orientation={orientation}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      onKeyDown={press}
      onDoubleClick={onReset}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { from: at(event), value }
      }}
      onPointerMove={(event) => {
        if (drag.current === null) return
        put(drag.current.value + (at(event) - drag.current.from) * sign)
      }}
      onLostPointerCapture={() => {
        drag.current = null
      }}
      className={join(
        'group relative z-10 shrink-0 touch-none -outline-offset-2 select-none',
        vertical ? 'w-2 cursor-col-resize' : 'h-2 cursor-row-resize',
        // Reaches further than it looks, for fingers.
        'before:absolute before:content-[""]',
        vertical ? 'before:inset-y-0 before:-inset-x-2' : 'before:inset-x-0 before:-inset-y-2',
      )}
    >
      <div
        aria-hidden
        className={join(
          'absolute rounded-full bg-line group-hover:bg-brand group-active:bg-brand',
          vertical
            ? 'inset-y-1/2 left-0.75 h-10 w-0.5 -translate-y-1/2'
            : 'inset-x-1/2 top-0.75 h-0.5 w-10 -translate-x-1/2',
        )}
      />
    </div>
  )
}
