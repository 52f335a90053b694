import { LoaderCircle, RotateCw } from 'lucide-react'
import { type ReactNode, type TouchEvent, useRef, useState } from 'react'
import { IconButton } from '#ui/button.tsx'
import { join } from '#ui/join.ts'
import { useUiText } from '#ui/ui-text.ts'

interface Props {
  onRefresh: () => void
  refreshing: boolean
  children: ReactNode
}

/** How far the finger must pull to trigger a refresh, and how far the page moves at most. */
const ENOUGH_PX = 72
const MAX_PX = 96
/** The page moves half as far as the finger. */
const DRAG = 0.5

/** Refreshes when the page is pulled down at its top. A RefreshButton next to it does the same without touch. */
export function PullToRefresh({ onRefresh, refreshing, children }: Props) {
  const words = useUiText()
  const from = useRef<number | null>(null)
  const [pulled, setPulled] = useState(0)
  // A refresh that the user did not start does not move the page.
  const [asked, setAsked] = useState(false)
  if (asked && !refreshing) setAsked(false)
  const shown = refreshing && asked
  const wished = pulled >= ENOUGH_PX
  const start = (event: TouchEvent): void => {
    const touch = event.touches.length === 1 ? event.touches[0] : undefined
    from.current = scrollY <= 0 && touch !== undefined ? touch.clientY : null
  }
  const move = (event: TouchEvent): void => {
    const touch = event.touches[0]
    if (from.current === null || touch === undefined) return
    if (scrollY > 0) from.current = null
    const way = from.current === null ? 0 : Math.max(0, (touch.clientY - from.current) * DRAG)
    // Notifies the code that gives haptic feedback; this component only draws.
    if (way >= ENOUGH_PX && !wished)
      event.currentTarget.dispatchEvent(new Event('pulled', { bubbles: true }))
    setPulled(way)
  }
  const end = (): void => {
    if (from.current !== null && wished) {
      onRefresh()
      setAsked(true)
    }
    from.current = null
    setPulled(0)
  }
  const text = words(shown ? 'list.refreshing' : wished ? 'list.release' : 'list.pull')
  return (
    <div
      onTouchStart={start}
      onTouchMove={move}
      onTouchEnd={end}
      onTouchCancel={() => {
        from.current = null
        setPulled(0)
      }}
    >
      <div
        className="flex items-end justify-center overflow-hidden text-xs text-ink-3"
        style={{ blockSize: shown ? undefined : Math.min(pulled, MAX_PX) }}
      >
        {(pulled > 0 || shown) && (
          <p role="status" className="flex items-center gap-2 py-2">
            {shown && <LoaderCircle aria-hidden size={14} className="animate-turn" />}
            <span>{text}</span>
          </p>
        )}
      </div>
      {children}
    </div>
  )
}

/** Refreshes by mouse or keyboard. */
export function RefreshButton(props: { refreshing: boolean; onRefresh: () => void }) {
  const text = useUiText()
  return (
    <IconButton label={text('list.refresh')} aria-busy={props.refreshing} onClick={props.onRefresh}>
      <RotateCw aria-hidden size={18} className={join(props.refreshing && 'animate-turn')} />
    </IconButton>
  )
}
