import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { join } from '#ui/join.ts'

const LOOKS = {
  good: { icon: CircleCheck, className: 'bg-brand-soft text-brand-strong' },
  bad: { icon: CircleAlert, className: 'bg-danger-soft text-danger' },
  info: { icon: Info, className: 'bg-info-soft text-info' },
} as const

/** A message that stays in place. Screen readers announce a bad one at once. */
export function Notice({ tone, children }: { tone: keyof typeof LOOKS; children: ReactNode }) {
  const { icon: Icon, className } = LOOKS[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={join('flex items-start gap-2 rounded-control px-3 py-2.5 text-sm', className)}
    >
      <Icon aria-hidden size={18} className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
