import { Menu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'

interface MenuEntry {
  id: string
  icon: ReactNode
  label: string
  run: () => void
}

/** Where the menu opens, in px of the window. */
export interface MenuPlace {
  x: number
  y: number
}

interface Props {
  label: string
  entries: readonly MenuEntry[]
  at: MenuPlace
  open: boolean
  onClose: () => void
  /** Has the focus after the menu closes without a choice. */
  opener: HTMLElement | null
}

/** A context menu: at the pointer, or at what had the focus when its key was pressed. */
export function PointerMenu({ label, entries, at, open, onClose, opener }: Props) {
  const anchor = { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) }
  return (
    <Menu.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Menu.Portal>
        <Menu.Positioner
          anchor={anchor}
          side="bottom"
          align="start"
          sideOffset={2}
          className="z-50 outline-none"
        >
          <Menu.Popup
            aria-label={label}
            finalFocus={() => opener}
            className="min-w-48 rounded-control border border-line bg-surface py-1 text-sm text-ink shadow-raised outline-none"
          >
            {entries.map(({ id, icon, label: text, run }) => (
              <Menu.Item
                key={id}
                onClick={run}
                className="flex min-h-8 cursor-pointer items-center gap-2.5 px-3 outline-none select-none data-highlighted:bg-sunken"
              >
                {icon}
                <span>{text}</span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
