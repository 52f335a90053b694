import { Check, CircleDashed, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { join } from '#ui/join.ts'

export interface TimelineStep {
  id: string
  label: ReactNode
  /** Null when the step has not happened yet. */
  time: string | null
  state: 'done' | 'current' | 'ahead' | 'failed'
}

const LOOKS = {
  done: { icon: Check, className: 'bg-brand text-on-brand' },
  current: { icon: CircleDashed, className: 'bg-info-soft text-info' },
  ahead: { icon: CircleDashed, className: 'bg-sunken text-ink-3' },
  failed: { icon: X, className: 'bg-danger-soft text-danger' },
} as const

/** The steps with their times, from the first one to those still to come. */
export function Timeline({ label, steps }: { label: string; steps: readonly TimelineStep[] }) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {steps.map((step, index) => {
        const { icon: Icon, className } = LOOKS[step.state]
        return (
          <li
            key={step.id}
            aria-current={step.state === 'current' ? 'step' : undefined}
            className="relative flex gap-3 pb-4 last:pb-0"
          >
            {index < steps.length - 1 && (
              <span aria-hidden className="absolute start-3 top-6 bottom-0 w-px bg-line" />
            )}
            <span
              aria-hidden
              className={join(
                'flex size-6 shrink-0 items-center justify-center rounded-full',
                className,
              )}
            >
              <Icon size={14} />
            </span>
            <div className="min-w-0 flex-1 text-sm">
              <p className={join(step.state === 'ahead' ? 'text-ink-3' : 'font-medium')}>
                {step.label}
              </p>
              {step.time !== null && <p className="figures text-xs text-ink-2">{step.time}</p>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
