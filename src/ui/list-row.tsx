import type { ReactNode } from 'react'
import { UserText } from '#ui/user-text.tsx'

interface Props {
  label: ReactNode
  value: ReactNode
  hint?: ReactNode
}

/**
 * A label and its value on one line, as in details and receipts; used inside a `<dl>`. Long text wraps within the
 * value.
 */
export function ListRow({ label, value, hint }: Props) {
  return (
    <div className="flex min-h-10 items-baseline justify-between gap-4 py-2">
      <dt className="max-w-1/2 text-sm text-ink-2">{label}</dt>
      <dd className="figures min-w-0 text-end text-sm font-medium break-words">
        {typeof value === 'string' ? <UserText>{value}</UserText> : value}
        {hint !== undefined && <span className="block text-xs text-ink-3">{hint}</span>}
      </dd>
    </div>
  )
}
