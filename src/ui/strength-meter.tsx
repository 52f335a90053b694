import { join } from '#ui/join.ts'

interface Props {
  label: string
  /** From 0, when nothing is typed yet, to 4, the strongest. */
  level: 0 | 1 | 2 | 3 | 4
  /** '' at level 0. */
  text: string
}

const STEPS = [1, 2, 3, 4] as const
const FILLS = ['bg-line', 'bg-danger', 'bg-warn', 'bg-info', 'bg-brand'] as const

/** The strength of a typed password, in four steps and a word. */
export function StrengthMeter({ label, level, text }: Props) {
  return (
    <div className="flex items-center gap-2">
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={4}
        aria-valuenow={level}
        aria-valuetext={text === '' ? undefined : text}
        className="flex flex-1 gap-1"
      >
        {STEPS.map((step) => (
          <span
            key={step}
            className={join('h-1 flex-1 rounded-full', step <= level ? FILLS[level] : FILLS[0])}
          />
        ))}
      </div>
      <span className="min-w-12 text-end">{text}</span>
    </div>
  )
}
