/** A line that says where a price comes from, and opens to what that means. */
import { ChevronDown, Radio } from 'lucide-react'
import type { ReactNode } from 'react'
import { join } from '#ui/join.ts'

/** `isAlive`: whether there is a price now. */
export function PriceOrigin({
  summary,
  isAlive,
  children,
}: {
  summary: string
  isAlive: boolean
  children: ReactNode
}) {
  return (
    <details className="group">
      <summary className="flex min-h-touch cursor-pointer list-none items-center gap-1.5 [&::-webkit-details-marker]:hidden">
        <Radio
          aria-hidden
          size={14}
          className={join('shrink-0', isAlive ? 'text-brand-strong' : 'text-ink-3')}
        />
        <span className="figures min-w-0">{summary}</span>
        <ChevronDown aria-hidden size={14} className="shrink-0 group-open:rotate-180" />
      </summary>
      {children}
    </details>
  )
}
