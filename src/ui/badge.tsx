import type { ReactNode } from 'react'
import { join } from '#ui/join.ts'

export type BadgeTone = 'neutral' | 'good' | 'warn' | 'bad' | 'info' | 'up' | 'down'

const TONES: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-ink-2',
  good: 'bg-brand-soft text-brand-strong',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
  up: 'bg-up-soft text-up',
  down: 'bg-down-soft text-down',
}

/** A short state or kind next to a title. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={join(
        'inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium',
        'whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  )
}
