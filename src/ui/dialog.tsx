import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Button } from '#ui/button.tsx'
import { useUiText } from '#ui/ui-text.ts'
import { useBackCloses } from '#ui/use-back-closes.ts'

interface Props {
  open: boolean
  onClose: () => void
  title: string
  text: string
  confirmLabel: string
  /** "Cancel" by default. */
  cancelLabel?: string
  onConfirm: () => void
  danger?: boolean
}

/** Asks for a confirmation before an action that cannot be undone. */
export function ConfirmDialog(props: Props) {
  const text = useUiText()
  useBackCloses(props.open, props.onClose)
  return (
    <AlertDialog.Root open={props.open} onOpenChange={(next) => !next && props.onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop
          forceRender
          className="fixed inset-0 z-50 min-h-dvh bg-backdrop transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <AlertDialog.Popup className="fixed top-1/2 left-1/2 z-50 flex w-80 max-w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col gap-2 rounded-card border border-line bg-surface p-5 text-ink outline-none transition-opacity duration-200 data-ending-style:pointer-events-none data-ending-style:opacity-0 data-starting-style:opacity-0">
          <AlertDialog.Title className="text-lg font-semibold">{props.title}</AlertDialog.Title>
          <AlertDialog.Description className="text-sm text-ink-2">
            {props.text}
          </AlertDialog.Description>
          <div className="mt-3 flex animate-untouched gap-2">
            <AlertDialog.Close render={<Button variant="secondary" block />}>
              {props.cancelLabel ?? text('cancel')}
            </AlertDialog.Close>
            <Button
              variant={props.danger === true ? 'danger' : 'primary'}
              block
              onClick={props.onConfirm}
            >
              {props.confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
