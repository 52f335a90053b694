import {
  Children,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

interface Props {
  /** What scrolls the rows. */
  pane: RefObject<HTMLElement | null>
  /** The height of a row that was never shown. */
  itemSize: number
  /** How far outside the pane rows stay mounted. */
  bufferSize: number
  /** Of rows in a list, the shortcut that leads from row to row. Also to rows that are not mounted, which then are. */
  shortcut?: string
  children: ReactNode
}

/** Rows inside a pane, each mounted while it is visible. Unlike a virtual list, it needs no code of the first load. */
export function PaneRows({ children, ...rest }: Props) {
  const count = Children.count(children)
  return Children.map(children, (row, at) => (
    <PaneRow {...rest} place={at + 1} count={count}>
      {row}
    </PaneRow>
  ))
}

/** Its place among the rows, from 1, and their number, for screen readers. */
interface RowProps extends Props {
  place: number
  count: number
}

function PaneRow(props: RowProps) {
  const { pane, itemSize, bufferSize, shortcut, place, count, children } = props
  const box = useRef<HTMLDivElement>(null)
  const [row, setRow] = useState({ visible: false, height: itemSize })
  useEffect(() => {
    const { current } = box
    if (current === null) return
    const see: IntersectionObserverCallback = (entries) => {
      const focused = document.activeElement
      const visible = current.contains(focused) || entries.at(-1)?.isIntersecting === true
      // Its place stays as high as it was, so that nothing below it moves.
      setRow({ visible, height: current.offsetHeight })
    }
    const options = { root: pane.current, rootMargin: `${bufferSize}px 0px` }
    const observer = new IntersectionObserver(see, options)
    observer.observe(current)
    return () => observer.disconnect()
  }, [pane, bufferSize])
  // A key may move the focus to what stands for the row until the moment that it goes: called just before that.
  const hadFocus = useRef(false)
  const standIn = useCallback((element: HTMLDivElement) => {
    hadFocus.current = false
    return () => {
      hadFocus.current = element === document.activeElement
    }
  }, [])
  useLayoutEffect(() => {
    if (!row.visible || !hadFocus.current) return
    hadFocus.current = false
    box.current?.querySelector<HTMLElement>(`[data-shortcut=${shortcut}]`)?.focus()
  }, [row.visible, shortcut])
  return (
    <div ref={box} style={row.visible ? undefined : { height: row.height }}>
      {row.visible
        ? children
        : shortcut !== undefined && (
            <div
              ref={standIn}
              role="listitem"
              aria-posinset={place}
              aria-setsize={count}
              data-shortcut={shortcut}
              tabIndex={-1}
              className="h-full"
            />
          )}
    </div>
  )
}
