import { Drawer } from '@base-ui/react/drawer'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { join } from '#ui/join.ts'
import { useUiText } from '#ui/ui-text.ts'
import { useBackCloses } from '#ui/use-back-closes.ts'

interface Props {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** At least half as high as the window, so that the sheet does not move when a list loads into it. */
  roomy?: boolean
  /** Has the focus first, unless a finger opened the sheet: that would open the keyboard of a phone. */
  first?: RefObject<HTMLElement | null>
  /** Stays at the bottom while the rest scrolls. */
  footer?: ReactNode
  /** Renders the closed sheet invisibly, so that opening it later is quick. Give it for a moment only. */
  prepared?: boolean
}

/** A sheet from the bottom edge. A swipe, Escape, Back, the backdrop or the button closes it. */
export function Sheet(props: Props) {
  const { open, onClose, title, children, roomy = false, footer, first } = props
  const text = useUiText()
  // Once the sheet is open there is nothing left to prepare.
  const prepared = props.prepared === true && !open
  useBackCloses(open, onClose)
  return (
    <Drawer.Root open={open} onOpenChange={(next) => !next && onClose()}>
      {prepared && (
        <div inert className="pointer-events-none invisible fixed inset-x-0 bottom-0 px-4">
          {children}
          {footer}
        </div>
      )}
      <Drawer.Portal keepMounted={prepared}>
        <Drawer.Backdrop className="fixed inset-0 z-40 min-h-dvh bg-backdrop opacity-[calc(1-var(--drawer-swipe-progress))] transition-opacity duration-300 ease-soft data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:duration-0" />
        <Drawer.Viewport className="fixed inset-0 z-40 flex items-end justify-center">
          <Drawer.Popup
            data-sheet
            initialFocus={first && ((how) => (how === 'touch' ? null : first.current))}
            className="flex max-h-[90dvh] w-full max-w-phone touch-auto [transform:translateY(var(--drawer-swipe-movement-y))] flex-col overflow-hidden rounded-t-sheet bg-surface text-ink shadow-raised outline-none transition-transform duration-300 ease-soft data-ending-style:pointer-events-none data-ending-style:[transform:translateY(100%)] data-starting-style:[transform:translateY(100%)] data-swiping:select-none data-swiping:duration-0"
          >
            <div aria-hidden className="mx-auto mt-2 h-1 w-10 shrink-0 rounded-full bg-line" />
            <div className="flex shrink-0 items-center gap-2 ps-4 pe-1">
              <Drawer.Title className="min-w-0 flex-1 text-lg font-semibold">{title}</Drawer.Title>
              <Drawer.Close
                aria-label={text('close')}
                className="inline-flex size-touch items-center justify-center rounded-full text-ink-2 active:bg-sunken"
              >
                <X aria-hidden size={20} />
              </Drawer.Close>
            </div>
            <Drawer.Content
              className={join(
                'flex-1 animate-untouched overflow-y-auto overscroll-contain px-4 pb-4',
                roomy ? 'min-h-[55dvh]' : 'min-h-0',
              )}
            >
              {children}
            </Drawer.Content>
            <div className="safe-bottom shrink-0 border-t border-line/60 px-4 empty:border-0">
              {footer !== undefined && <div className="animate-untouched py-3">{footer}</div>}
            </div>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
