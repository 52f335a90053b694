import { ListFilter } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { join } from '#ui/join.ts'
import { useUiText } from '#ui/ui-text.ts'

/** A select box of the filter; the empty value means "all". */
export interface Choice {
  id: string
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChoose: (value: string) => void
}

/** ISO days; null means no limit on that side. */
interface Days {
  from: string | null
  to: string | null
  onDays: (days: { from: string | null; to: string | null }) => void
}

interface Props {
  choices?: readonly Choice[]
  days?: Days
  onClear: () => void
  /** Next to the filter's button: refresh, export. */
  children?: ReactNode
}

const FIELD =
  'min-h-touch w-full min-w-0 rounded-control border border-line-strong/60 bg-surface px-2'

/** A list's filter, collapsed by default, with the number of active conditions. */
export function FilterBar({ choices = [], days, onClear, children }: Props) {
  const id = useId()
  const text = useUiText()
  const [open, setOpen] = useState(false)
  const set =
    choices.filter((choice) => choice.value !== '').length +
    [days?.from, days?.to].filter((day) => day !== null && day !== undefined).length
  return (
    <div className="bg-page px-4">
      <div className="flex items-center gap-1">
        <Button
          variant="quiet"
          size="sm"
          className="-ms-3"
          aria-expanded={open}
          aria-controls={`${id}-panel`}
          onClick={() => setOpen(!open)}
        >
          <ListFilter aria-hidden size={18} />
          <span>{text('list.filter')}</span>
          {set > 0 && (
            <span className="figures rounded-full bg-brand px-1.5 text-xs text-on-brand">
              {set}
            </span>
          )}
        </Button>
        <span className="flex-1" />
        {children}
      </div>
      <div id={`${id}-panel`} hidden={!open} className="pb-3">
        <div
          className={join(
            'grid grid-cols-2 gap-2',
            choices.length % 2 === 1 && '[&>:first-child]:col-span-full',
          )}
        >
          {choices.map((choice) => (
            <ChoiceField key={choice.id} id={`${id}-${choice.id}`} choice={choice} />
          ))}
          {days !== undefined && <DayFields id={id} days={days} />}
        </div>
        <Button variant="quiet" size="sm" className="-ms-3" disabled={set === 0} onClick={onClear}>
          {text('list.clear')}
        </Button>
      </div>
    </div>
  )
}

function Labelled(props: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={props.id} className="text-xs text-ink-2">
        {props.label}
      </label>
      {props.children}
    </div>
  )
}

function ChoiceField({ id, choice }: { id: string; choice: Choice }) {
  const text = useUiText()
  return (
    <Labelled id={id} label={choice.label}>
      <select
        id={id}
        value={choice.value}
        onChange={(event) => choice.onChoose(event.target.value)}
        className={FIELD}
      >
        <option value="">{text('list.all')}</option>
        {choice.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

function DayFields({ id, days }: { id: string; days: Days }) {
  const words = useUiText()
  const { from, to, onDays } = days
  const dayOf = (text: string): string | null => (text === '' ? null : text)
  return (
    <>
      <Labelled id={`${id}-from`} label={words('list.from')}>
        <input
          id={`${id}-from`}
          type="date"
          value={from ?? ''}
          max={to ?? undefined}
          onChange={(event) => onDays({ from: dayOf(event.target.value), to })}
          className={join(FIELD, 'figures')}
        />
      </Labelled>
      <Labelled id={`${id}-to`} label={words('list.to')}>
        <input
          id={`${id}-to`}
          type="date"
          value={to ?? ''}
          min={from ?? undefined}
          onChange={(event) => onDays({ from, to: dayOf(event.target.value) })}
          className={join(FIELD, 'figures')}
        />
      </Labelled>
    </>
  )
}
