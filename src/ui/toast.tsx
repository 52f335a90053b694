import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { join } from '#ui/join.ts'
import { useUiText } from '#ui/ui-text.ts'

type ToastTone = 'good' | 'bad' | 'info'
interface ToastItem {
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
}

/**
 * Over a sheet, a dialog or a chart that has the screen, they cover its edge only, and on the page of a product its
 * header: neither the price nor the chart.
 */
const AT_TOP =
  'in-[body:has([role=dialog][data-open],[data-full],[data-product-page])]:top-[calc(env(safe-area-inset-top)+0.25rem)]'

/** Beside the ticket, whose buttons they would cover. */
const BESIDE_TICKET = 'in-[body:has(#ticket-pane)]:two:end-72'

/**
 * Toasts under the header, at its end on a large screen, so that they cover neither the button that caused them nor the
 * user's positions. They are announced politely.
 */
export function Toasts({ toasts, onClose }: Props) {
  const text = useUiText()
  return (
    <div
      role="status"
      aria-live="polite"
      className={join(
        'pointer-events-none fixed inset-x-0 top-[calc(env(safe-area-inset-top)+var(--spacing-bar)+0.25rem)] z-50 mx-auto flex max-w-phone flex-col gap-2 px-4 two:start-auto two:w-96',
        AT_TOP,
        BESIDE_TICKET,
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
    </div>
  )
}
