import type { ReactNode } from 'react'
import { useId } from 'react'

interface Props {
  name: string
  checked: boolean
  onChecked: (checked: boolean) => void
  children: ReactNode
  error?: string | undefined
}

export function Checkbox({ name, checked, onChecked, children, error }: Props) {
  const id = useId()
  return (
    <div>
      <label className="flex min-h-touch items-start gap-3 py-2 text-sm">
        <input
          type="checkbox"
          name={name}
          checked={checked}
          onChange={(event) => onChecked(event.target.checked)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          className="mt-0.5 size-5 shrink-0 accent-brand"
        />
        <span>{children}</span>
      </label>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
