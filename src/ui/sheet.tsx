import { Dialog } from '@base-ui/react/dialog'
import { Drawer } from '@base-ui/react/drawer'
import { X } from 'lucide-react'
import { type ComponentType, type ReactNode, type RefObject, useState } from 'react'
import { usePanes } from '#lib/use-panes.ts'
import { join } from '#ui/join.ts'
import { type Beside, placeBeside } from '#ui/place-beside.ts'
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
}

/** A mouse in a window with three panes: what opens is near what opened it. */
const useBesidePointer = (): boolean => usePanes() === 3 && matchMedia('(pointer: fine)').matches

/**
 * A sheet from the bottom edge; for a mouse in a large window, a small window beside the button that opened it. A
 * swipe, Escape, Back, the backdrop or the button closes it.
 */
export function Sheet(props: Props) {
  useBackCloses(props.open, props.onClose)
  return useBesidePointer() ? <BesideButton {...props} /> : <FromBottom {...props} />
}

const firstOf =
  ({ first }: Props) =>
  (how: string): HTMLElement | null | undefined =>
    how === 'touch' ? null : first?.current

function FromBottom(props: Props) {
  const { open, onClose } = props
  return (
    <Drawer.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Drawer.Portal>
        <Drawer.Backdrop className="fixed inset-0 z-40 min-h-dvh bg-backdrop opacity-[calc(1-var(--drawer-swipe-progress))] transition-opacity duration-300 ease-soft data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:duration-0" />
        <Drawer.Viewport className="fixed inset-0 z-40 flex items-end justify-center">
          <Drawer.Popup
            data-sheet
            initialFocus={props.first && firstOf(props)}
            className="flex max-h-[90dvh] w-full max-w-phone touch-auto [transform:translateY(var(--drawer-swipe-movement-y))] flex-col overflow-hidden rounded-t-sheet bg-surface text-ink shadow-raised outline-none transition-transform duration-300 ease-soft data-ending-style:pointer-events-none data-ending-style:[transform:translateY(100%)] data-starting-style:[transform:translateY(100%)] data-swiping:select-none data-swiping:duration-0"
          >
            <div aria-hidden className="mx-auto mt-2 h-1 w-10 shrink-0 rounded-full bg-line" />
            <Inside {...props} parts={Drawer} />
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}

/** Where the focus was when it opened, or in the middle of the window. */
function usePlace(open: boolean): Beside | null {
  const [last, setLast] = useState<{ open: boolean; at: Beside | null }>({ open: false, at: null })
  const now = open === last.open ? last : { open, at: open ? placeBeside() : last.at }
  if (now !== last) setLast(now)
  return now.at
}

function BesideButton(props: Props) {
  const { open, onClose } = props
  const place = usePlace(open)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop
          className={join(
            'fixed inset-0 z-40 min-h-dvh transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0',
            place === null && 'bg-backdrop',
          )}
        />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-center justify-center">
          <Dialog.Popup
            data-sheet
            initialFocus={props.first && firstOf(props)}
            style={place ?? undefined}
            className={join(
              'flex flex-col overflow-hidden rounded-card border border-line bg-surface text-ink shadow-raised outline-none transition-opacity duration-150 data-ending-style:pointer-events-none data-ending-style:opacity-0 data-starting-style:opacity-0',
              place === null ? 'max-h-[90dvh] w-full max-w-phone pt-1' : 'pt-1',
            )}
          >
            <Inside {...props} parts={PARTS} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type Part = ComponentType<{ className?: string; children?: ReactNode; 'aria-label'?: string }>

const Content: Part = (props) => <div {...props} />
const PARTS = { Title: Dialog.Title, Close: Dialog.Close, Content }

interface InsideProps extends Props {
  parts: { Title: Part; Close: Part; Content: Part }
}

/** The title with the button that closes, what it holds, and the footer. */
function Inside({ title, roomy = false, footer, children, parts }: InsideProps) {
  const text = useUiText()
  return (
    <>
      <div className="flex shrink-0 items-center gap-2 ps-4 pe-1">
        <parts.Title className="min-w-0 flex-1 text-lg font-semibold">{title}</parts.Title>
        <parts.Close
          aria-label={text('close')}
          className="inline-flex size-touch items-center justify-center rounded-full text-ink-2 active:bg-sunken"
        >
          <X aria-hidden size={20} />
        </parts.Close>
      </div>
      <parts.Content
        className={join(
          'flex-1 animate-untouched overflow-y-auto overscroll-contain px-4 pb-4',
          roomy ? 'min-h-[min(55dvh,100%)]' : 'min-h-0',
        )}
      >
        {children}
      </parts.Content>
      <div className="safe-bottom shrink-0 border-t border-line/60 px-4 empty:border-0">
        {footer !== undefined && <div className="animate-untouched py-3">{footer}</div>}
      </div>
    </>
  )
}
