import { useAtomValue } from 'jotai'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import type { Product } from '#contract/product.ts'
import { productsAtom, sparklinesAtom } from '#data/products.ts'
import { favouritesAtom } from '#features/market/favourites.ts'
import { ProductCells } from '#features/market/product-cells.tsx'
import { useProductSearch } from '#features/market/use-product-search.ts'
import { useProductName } from '#i18n/product-name.ts'
import { productPath } from '#lib/paths.ts'
import { join } from '#ui/join.ts'
import { pressedKey } from '#ui/pressed-key.ts'
import { Sheet } from '#ui/sheet.tsx'

interface Props {
  open: boolean
  onClose: () => void
  /** The symbol of the page's product. */
  shown: string
}

const isOpen = ({ session }: Product): boolean => session.state === 'open'

/** The products that are searched for: favourites first, then those whose market is open. */
function useChoices(search: string): Product[] {
  const products = useAtomValue(productsAtom)
  const favourites = useAtomValue(favouritesAtom)
  const nameOf = useProductName()
  const fits = useProductSearch(search !== '')?.productSearch(search) ?? null
  const all = products.status === 'ready' ? products.value.products : []
  const place = (product: Product): number =>
    favourites.includes(product.symbol) ? 0 : isOpen(product) ? 1 : 2
  return all
    .filter(({ symbol }) => fits?.(symbol, nameOf(symbol)) ?? true)
    .sort((a, b) => place(a) - place(b))
}

/** The arrow keys lead from the search into the rows, and from row to row. */
function moveThrough(event: KeyboardEvent, rows: RefObject<HTMLElement | null>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[pressedKey(event)]
  if (step === undefined) return
  event.preventDefault()
  const links = [...(rows.current?.querySelectorAll<HTMLElement>('a') ?? [])]
  const at = links.findIndex((link) => link === document.activeElement)
  links[Math.max(0, at + step)]?.focus()
}

/** The choice of another product for the page. The page's place in the history stays, so that Back leaves it. */
export function ProductSwitch({ open, onClose, shown }: Props) {
  const { t } = useTranslation('market')
  const navigate = useNavigate()
  const lines = useAtomValue(sparklinesAtom)
  const [search, setSearch] = useState('')
  const rows = useRef<HTMLUListElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const nameOf = useProductName()
  const choices = useChoices(search)
  const closes = lines.status === 'ready' ? lines.value : null
  const close = (): void => {
    setSearch('')
    onClose()
  }
  const hear = (event: KeyboardEvent): void => {
    moveThrough(event, rows)
    const [first] = choices
    if (pressedKey(event) !== 'Enter' || first === undefined) return
    if (!(event.target instanceof HTMLInputElement) || search === '') return
    close()
    void navigate(productPath(first.symbol), { replace: true })
  }
  return (
    <Sheet roomy open={open} onClose={close} title={t('switch')} first={field}>
      <div role="presentation" onKeyDown={hear} className="-mx-3 flex flex-col gap-1">
        <div className="sticky top-0 z-10 bg-surface py-1">
          <SwitchSearch value={search} onValue={setSearch} field={field} />
        </div>
        <ul ref={rows}>
          {choices.map((product) => (
            <li key={product.symbol} className="border-b border-line/60 last:border-0">
              <Link
                replace
                to={productPath(product.symbol)}
                onClick={close}
                aria-current={product.symbol === shown}
                className={join(
                  'isolate flex min-h-13 flex-wrap items-center gap-x-2 rounded-lg px-3 py-1 -outline-offset-2 active:bg-sunken',
                  product.symbol === shown && 'bg-brand-soft',
                )}
              >
                <ProductCells
                  product={product}
                  name={nameOf(product.symbol)}
                  closes={closes?.get(product.symbol)}
                  live={open}
                />
              </Link>
            </li>
          ))}
        </ul>
        {choices.length === 0 && (
          <p role="status" className="px-3 py-4 text-sm text-ink-2">
            {t('empty.search.title')}
          </p>
        )}
      </div>
    </Sheet>
  )
}

interface SearchProps {
  value: string
  onValue: (value: string) => void
  field: RefObject<HTMLInputElement | null>
}

function SwitchSearch({ value, onValue, field }: SearchProps) {
  const { t } = useTranslation('market')
  return (
    <label className="mx-3 flex min-h-touch items-center gap-2 rounded-control border border-line bg-surface px-3 focus-within:outline-2 focus-within:outline-brand">
      <Search aria-hidden size={18} className="shrink-0 text-ink-3" />
      <input
        ref={field}
        type="search"
        enterKeyHint="go"
        autoComplete="off"
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        className="min-h-touch min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-3"
      />
    </label>
  )
}
