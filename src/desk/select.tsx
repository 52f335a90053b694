interface Props {
  label: string
  value: string
  options: readonly { id: string; label: string }[]
  onSelect: (id: string) => void
}

/** The native select box: fast by keyboard, and a wheel on phones. */
export function Select({ label, value, options, onSelect }: Props) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onSelect(event.target.value)}
      className="min-h-touch max-w-full rounded-control border border-line-strong/60 bg-surface px-2 text-sm text-ink"
    >
      {options.map((option) => (
        <option key={option.id} value={option.id}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
