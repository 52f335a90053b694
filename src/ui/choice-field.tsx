import { Check, ChevronDown, Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { pressedKey } from '#ui/pressed-key.ts'
import { join } from '#ui/join.ts'
import { Sheet } from '#ui/sheet.tsx'

interface Choice {
  id: string
  label: string
}

interface Props {
  label: string
  name: string
  /** The label of the selected choice; '' when none is selected. */
  valueLabel: string
  placeholder: string
  selected: string
  /** The choices that match the search text. */
  find: (words: string) => readonly Choice[]
  onSelect: (id: string) => void
  onLeave?: () => void
  error?: string | undefined
  disabled?: boolean
  texts: { search: string; none: string }
}

/** A field to select one of many choices: it opens a sheet with a search. */
export function ChoiceField(props: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  const wrong = props.error !== undefined
  const close = (): void => {
    setOpen(false)
    props.onLeave?.()
  }
  return (
    <div className="flex flex-col gap-1.5">
      <span id={`${id}-label`} className="text-sm font-medium text-ink-2">
        {props.label}
      </span>
      <button
        type="button"
        id={`${id}-field`}
        name={props.name}
        disabled={props.disabled}
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}-field`}
        aria-describedby={wrong ? `${id}-error` : undefined}
        onClick={() => setOpen(true)}
        className={join(
          'flex min-h-12 items-center gap-2 rounded-control border bg-surface px-3.5 py-2.5 text-start',
          'disabled:opacity-50',
          wrong ? 'border-danger' : 'border-line-strong/60',
        )}
      >
        <span className={join('min-w-0 flex-1', props.valueLabel === '' && 'text-ink-3')}>
          {props.valueLabel === '' ? props.placeholder : props.valueLabel}
        </span>
        <ChevronDown aria-hidden size={18} className="shrink-0 text-ink-3" />
      </button>
      {wrong && (
        <p id={`${id}-error`} role="alert" className="text-xs text-danger">
          {props.error}
        </p>
      )}
      <Sheet open={open} onClose={close} title={props.label} first={search}>
        <Choices
          {...props}
          search={search}
          onSelect={(chosen) => {
            props.onSelect(chosen)
            close()
          }}
        />
      </Sheet>
    </div>
  )
}

function Choices(props: Props & { search: RefObject<HTMLInputElement | null> }) {
  const { find, selected, onSelect, texts, search } = props
  const [words, setWords] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const found = find(words)
  const byKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    const first = found[0]
    const key = pressedKey(event)
    if (key === 'ArrowDown') list.current?.querySelector('button')?.focus()
    else if (key === 'Enter' && words !== '' && first !== undefined) onSelect(first.id)
    else return
    event.preventDefault()
  }
  return (
    <div className="flex min-h-[60dvh] flex-col">
      <div className="sticky top-0 z-10 bg-surface p-0.5 pb-2">
        <label className="flex min-h-12 items-center gap-2 rounded-control bg-sunken px-3.5 focus-within:outline-2 focus-within:outline-brand">
          <Search aria-hidden size={18} className="shrink-0 text-ink-3" />
          <input
            ref={search}
            type="search"
            aria-label={texts.search}
            placeholder={texts.search}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={byKey}
            autoComplete="off"
            className="min-w-0 flex-1 bg-transparent py-2.5 text-base outline-none"
          />
        </label>
      </div>
      {found.length === 0 && <p className="py-6 text-center text-sm text-ink-2">{texts.none}</p>}
      <ul ref={list}>
        {found.map((choice) => (
          <li key={choice.id}>
            <button
              type="button"
              aria-current={choice.id === selected || undefined}
              onClick={() => onSelect(choice.id)}
              onKeyDown={(event) => moveAlong(event, list.current)}
              className="flex min-h-touch w-full items-center gap-2 rounded-lg px-2 text-start active:bg-sunken"
            >
              <span className="min-w-0 flex-1">{choice.label}</span>
              {choice.id === selected && <Check aria-hidden size={18} className="text-brand" />}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function moveAlong(event: KeyboardEvent<HTMLButtonElement>, list: HTMLUListElement | null): void {
  const key = pressedKey(event)
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (step === 0 || list === null) return
  const buttons = [...list.querySelectorAll('button')]
  event.preventDefault()
  buttons[buttons.indexOf(event.currentTarget) + step]?.focus()
}
