import type { ReactNode } from 'react'
import { useId } from 'react'
import { join } from '#ui/join.ts'
import { moveByKey } from '#ui/roving.ts'

interface Props<T extends string> {
  label: string
  tabs: readonly { id: T; label: ReactNode }[]
  selected: T
  onSelect: (id: T) => void
  /** The panel of the selected tab. */
  children?: ReactNode
  /** Around the row of tabs, for example to make it stick. */
  listClassName?: string
}

/** A scrolling row of tabs over one panel. */
export function Tabs<T extends string>(props: Props<T>) {
  const { label, tabs, selected, onSelect, children, listClassName } = props
  const id = useId()
  return (
    <>
      <div className={listClassName}>
        <div
          role="tablist"
          aria-label={label}
          onKeyDown={(event) => moveByKey(event, 'tab')}
          className="scroll-quiet flex gap-1 overflow-x-auto"
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
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  )
}
