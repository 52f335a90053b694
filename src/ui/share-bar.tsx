import type { ReactNode } from 'react'
import { join } from '#ui/join.ts'

const TONES = {
  plain: 'bg-ink-3',
  brand: 'bg-brand',
  up: 'bg-up',
  down: 'bg-down',
  warn: 'bg-warn',
} as const

interface Props {
  label: ReactNode
  /** The share as text. */
  value: ReactNode
  /** From 0 to 1. */
  part: number
  tone?: keyof typeof TONES
}

/** A share of a whole as a bar below its figure; used inside a `<dl>`. */
export function ShareBar({ label, value, part, tone = 'plain' }: Props) {
  const percent = Math.min(100, Math.max(0, part * 100))
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1.5 py-2">
      <dt className="min-w-0 text-sm text-ink-2">{label}</dt>
      <dd className="figures text-end text-sm font-semibold">{value}</dd>
      <dd aria-hidden className="h-2 w-full overflow-hidden rounded-full bg-sunken">
        <span
          className={join('block h-full rounded-full', TONES[tone])}
          style={{ inlineSize: `${percent}%` }}
        />
      </dd>
    </div>
  )
}
