import { Check } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { LANGUAGE_CODES, LANGUAGES, type Language } from '#i18n/languages.ts'
import { join } from '#ui/join.ts'
import { moveByKey } from '#ui/roving.ts'

/** Before the chosen language, so that its neighbour is seen. */
const MARGIN_PX = 40

interface Props {
  label: string
  selected: Language
  onSelect: (language: Language) => void
  /** In one row, which scrolls where it is too long. */
  row?: boolean
}

/** The ten languages, each with its own name for itself. */
export function LanguageList({ label, selected, onSelect, row = false }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>(`[lang=${selected}]`)
    if (row && list.current && chosen) list.current.scrollLeft = chosen.offsetLeft - MARGIN_PX
  }, [row, selected])
  return (
    <div
      ref={list}
      role="radiogroup"
      aria-label={label}
      onKeyDown={(event) => moveByKey(event, 'radio')}
      className={
        row ? 'scroll-quiet relative flex gap-2 overflow-x-auto p-1' : 'grid grid-cols-2 gap-2 py-2'
      }
    >
      {LANGUAGE_CODES.map((code) => (
        <button
          key={code}
          type="button"
          role="radio"
          lang={code}
          aria-checked={code === selected}
          tabIndex={code === selected ? 0 : -1}
          onClick={() => onSelect(code)}
          className={join(
            'flex min-h-touch shrink-0 items-center justify-between gap-2 rounded-control border px-3 text-start',
            code === selected
              ? 'border-brand bg-brand-soft font-semibold text-brand-strong'
              : 'border-line text-ink',
          )}
        >
          <span>{LANGUAGES[code]}</span>
          {code === selected && <Check aria-hidden size={18} />}
        </button>
      ))}
    </div>
  )
}
