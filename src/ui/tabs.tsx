import type { ReactNode } from 'react'
import { useId, useLayoutEffect, useRef } from 'react'
import { join } from '#ui/join.ts'
import { moveByKey } from '#ui/roving.ts'

interface Props<T extends string> {
  label: string
  tabs: readonly { id: T; label: ReactNode }[]
  selected: T
  onSelect: (id: T) => void
  /** The panel of the selected tab. */
  children?: ReactNode
  /** The class of the row of tabs, for example to make it sticky. */
  listClassName?: string
  /** Beside the tabs, in their row. */
  aside?: ReactNode
  panelClassName?: string
}

const middleOf = (tab: HTMLElement): number => tab.offsetLeft + tab.offsetWidth / 2

/** A scrolling row of tabs above one panel. The selected tab is scrolled into view. */
export function Tabs<T extends string>(props: Props<T>) {
  const { label, tabs, selected, onSelect, children, listClassName, aside, panelClassName } = props
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const tab = document.getElementById(`${id}-${selected}`)
    if (row.current && tab) row.current.scrollLeft = middleOf(tab) - row.current.clientWidth / 2
  }, [id, selected])
  return (
    <>
      <div className={listClassName}>
        <div
          ref={row}
          role="tablist"
          aria-label={label}
          onKeyDown={(event) => moveByKey(event, 'tab')}
          className="scroll-quiet relative flex gap-1 overflow-x-auto scroll-smooth"
        >
          {tabs.map((tab) => (
            <button
              key={tab.id}
              id={`${id}-${tab.id}`}
              type="button"
              role="tab"
              aria-selected={tab.id === selected}
              aria-controls={`${id}-panel`}
              tabIndex={tab.id === selected ? 0 : -1}
              onClick={() => onSelect(tab.id)}
              className={join(
                'min-h-touch shrink-0 border-b-2 px-3 text-sm whitespace-nowrap -outline-offset-2',
                tab.id === selected
                  ? 'border-brand font-semibold text-brand-strong'
                  : 'border-transparent text-ink-2',
              )}
            >
              {tab.label}
            </button>
          ))}
        </div>
        {aside}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
        className={panelClassName}
      >
        {children}
      </div>
    </>
  )
}
