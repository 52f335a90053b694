import { ArrowDown, ArrowUp, ArrowUpDown, Search, X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { nextSort, type Sort } from '#features/market/product-list.ts'
import { LIST_HEAD } from '#features/market/row-look.ts'
import { join } from '#ui/join.ts'

/** A glass in the row of the tabs. While it has the focus or a text, the field covers that row (ui/adapt.css). */
export function SearchField(props: { value: string; onValue: (value: string) => void }) {
  const { t } = useTranslation('market')
  const field = useRef<HTMLInputElement>(null)
  const close = (): void => {
    props.onValue('')
    field.current?.blur()
  }
  return (
    <div className="size-touch">
      <label
        data-search
        data-open={props.value !== '' || undefined}
        className="absolute end-0 top-0 flex size-touch items-center overflow-hidden rounded-control ps-3"
      >
        <Search aria-hidden size={20} className="shrink-0" />
        <input
          ref={field}
          type="search"
          data-shortcut="search"
          enterKeyHint="search"
          autoComplete="off"
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          value={props.value}
          onChange={(event) => props.onValue(event.target.value)}
          className="min-h-touch min-w-0 flex-1 bg-transparent ps-2 opacity-0 outline-none"
        />
        <button
          type="button"
          aria-label={t('search.clear')}
          // The field would lose the focus, and with it the button its place, before the click.
          onPointerDown={(event) => event.preventDefault()}
          onClick={close}
          className="flex size-touch shrink-0 items-center justify-center text-ink-3"
        >
          <X aria-hidden size={18} />
        </button>
      </label>
    </div>
  )
}

interface SortProps {
  sort: Sort
  onSort: (sort: Sort) => void
}

/** The headings above the list; each sorts it. */
export function SortHeadings({ sort, onSort }: SortProps) {
  const { t } = useTranslation('market')
  return (
    <div className={LIST_HEAD}>
      <div className="flex-1">
        <SortButton sortKey="name" label={t('column.name')} sort={sort} onSort={onSort} />
      </div>
      <SortButton sortKey="price" label={t('column.price')} sort={sort} onSort={onSort} />
      <div className="flex min-w-16 justify-end dense:min-w-15">
        <SortButton sortKey="rise" label={t('column.rise')} sort={sort} onSort={onSort} />
      </div>
    </div>
  )
}

function SortButton(props: SortProps & { sortKey: 'name' | 'price' | 'rise'; label: string }) {
  const { sortKey, label, sort, onSort } = props
  const { t } = useTranslation('market')
  const state = sort.key !== sortKey ? 'off' : sort.descending ? 'descending' : 'ascending'
  const Icon = { off: ArrowUpDown, ascending: ArrowUp, descending: ArrowDown }[state]
  return (
    <button
      type="button"
      onClick={() => onSort(nextSort(sort, sortKey))}
      aria-label={`${label}, ${t(`sort.${state}`)}`}
      className={join(
        'flex min-h-touch items-center gap-1 whitespace-nowrap hover:text-ink dense:min-h-8',
        state !== 'off' && 'font-semibold text-brand-strong',
      )}
    >
      <span>{label}</span>
      <Icon aria-hidden size={12} />
    </button>
  )
}
