import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { join } from '#ui/join.ts'
import { useUiText } from '#ui/ui-text.ts'

export type ToastTone = 'good' | 'bad' | 'info'
export interface ToastItem {
  id: number
  tone: ToastTone
  text: string
  action?: { label: string; run: () => void }
}

const ICONS = { good: CircleCheck, bad: CircleAlert, info: Info } as const
const TONES: Record<ToastTone, string> = {
  good: 'text-brand',
  bad: 'text-danger',
  info: 'text-info',
}

interface Props {
  toasts: readonly ToastItem[]
  onClose: (id: number) => void
  /** What stays below the toasts. */
  children?: ReactNode
}

/** Toasts are at the top where they would hide what is at the bottom: of a sheet, a dialog or a chart on the screen. */
const ABOVE_SHEETS =
  'in-[body:has([role=dialog][data-open],[data-full])]:top-[calc(env(safe-area-inset-top)+0.25rem)] in-[body:has([role=dialog][data-open],[data-full])]:bottom-auto'

/** Leaves the order buttons, and the user's orders above them, uncovered. */
const ABOVE_ORDER_BUTTONS =
  'in-[body:has([data-order-buttons])]:bottom-[calc(env(safe-area-inset-bottom)+5.5rem+var(--order-strip,0rem))]'

/** Toasts above the tab bar or the order buttons, announced politely. */
export function Toasts({ toasts, onClose, children }: Props) {
  const text = useUiText()
  return (
    <div
      role="status"
      aria-live="polite"
      className={join(
        'pointer-events-none fixed inset-x-0 bottom-[calc(var(--spacing-tabs)+env(safe-area-inset-bottom)+0.5rem)] z-50 mx-auto flex max-w-phone flex-col gap-2 px-4',
        ABOVE_ORDER_BUTTONS,
        ABOVE_SHEETS,
      )}
    >
      {toasts.map((toast) => {
        const Icon = ICONS[toast.tone]
        return (
          <div
            key={toast.id}
            className="pointer-events-auto flex animate-appear items-center gap-2 rounded-control border border-line bg-surface ps-3 text-sm shadow-raised"
          >
            <Icon aria-hidden size={18} className={join('shrink-0', TONES[toast.tone])} />
            <p className="flex-1 py-2">{toast.text}</p>
            {toast.action !== undefined && (
              <button
                type="button"
                onClick={toast.action.run}
                className="min-h-touch px-2 font-semibold text-brand-strong underline"
              >
                {toast.action.label}
              </button>
            )}
            <button
              type="button"
              aria-label={text('close')}
              onClick={() => onClose(toast.id)}
              className="inline-flex size-touch items-center justify-center text-ink-3"
            >
              <X aria-hidden size={16} />
            </button>
          </div>
        )
      })}
      {children}
    </div>
  )
}
