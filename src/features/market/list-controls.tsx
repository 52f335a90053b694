import { ArrowDown, ArrowUp, ArrowUpDown, Search, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { nextSort, type Sort } from '#features/market/product-list.ts'

export function SearchField(props: { value: string; onValue: (value: string) => void }) {
  const { t } = useTranslation('market')
  return (
    <label className="mx-3 flex min-h-touch items-center gap-2 rounded-control border border-line bg-surface ps-3 focus-within:outline-2 focus-within:outline-brand">
      <Search aria-hidden size={18} className="shrink-0 text-ink-3" />
      <input
        type="search"
        data-shortcut="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        value={props.value}
        onChange={(event) => props.onValue(event.target.value)}
        className="min-h-touch min-w-0 flex-1 appearance-none bg-transparent outline-none placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
      />
      {props.value !== '' && (
        <button
          type="button"
          aria-label={t('search.clear')}
          onClick={() => props.onValue('')}
          className="flex size-touch items-center justify-center text-ink-3"
        >
          <X aria-hidden size={18} />
        </button>
      )}
    </label>
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
    <div className="flex items-center border-b border-line/60 bg-surface ps-touch pe-3 text-xs text-ink-3">
      <div className="flex-1">
        <SortButton sortKey="name" label={t('column.name')} sort={sort} onSort={onSort} />
      </div>
      <div className="flex w-22 justify-end">
        <SortButton sortKey="price" label={t('column.price')} sort={sort} onSort={onSort} />
      </div>
      <div className="flex w-20 justify-end">
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
      className={`flex min-h-touch items-center gap-1 ${state === 'off' ? '' : 'font-semibold text-brand-strong'}`}
    >
      <span>{label}</span>
      <Icon aria-hidden size={12} />
    </button>
  )
}
