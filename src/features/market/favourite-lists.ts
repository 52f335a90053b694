/** Changes to the user's lists of favourites, by those who edit them. The product list itself only reads them. */
import { atom } from 'jotai/vanilla'
import {
  chosenListAtom,
  FIRST_LIST,
  firstAtom,
  MAX_FAVOURITES,
  MAX_LIST_NAME,
  MAX_LISTS,
  moreListsAtom,
  NO_LISTS,
  putSymbolsAtom,
} from '#features/market/favourites.ts'

/** A list as it is edited. The first one has no name of its own. */
export interface EditedList {
  id: number
  name: string | null
  symbols: readonly string[]
}

export const allListsAtom = atom((get): readonly EditedList[] => [
  { id: FIRST_LIST, name: null, symbols: get(firstAtom) },
  ...get(moreListsAtom),
])

export const canAddListAtom = atom((get) => get(allListsAtom).length < MAX_LISTS)

export type NameIssue = 'empty' | 'long' | 'taken'

/** What is wrong with a name for a list; null if nothing is. `id` is the list that is renamed. */
export function nameIssue(
  name: string,
  lists: readonly EditedList[],
  id: number | null,
): NameIssue | null {
  const wanted = name.trim()
  if (wanted === '') return 'empty'
  if (wanted.length > MAX_LIST_NAME) return 'long'
  return lists.some((one) => one.name === wanted && one.id !== id) ? 'taken' : null
}

/** Adds an empty list and shows it. A further list than the maximum is not added. */
export const addListAtom = atom(null, (get, set, name: string) => {
  const lists = get(allListsAtom)
  if (!get(canAddListAtom) || nameIssue(name, lists, null) !== null) return
  const id = Math.max(...lists.map((one) => one.id)) + 1
  set(moreListsAtom, [...get(moreListsAtom), { id, name: name.trim(), symbols: [] }])
  set(chosenListAtom, id)
})

export const renameListAtom = atom(null, (get, set, id: number, name: string) => {
  if (nameIssue(name, get(allListsAtom), id) !== null) return
  set(
    moreListsAtom,
    get(moreListsAtom).map((one) => (one.id === id ? { ...one, name: name.trim() } : one)),
  )
})

/** Deletes a list, not its products. The first list stays. */
export const removeListAtom = atom(null, (get, set, id: number) => {
  const left = get(moreListsAtom).filter((one) => one.id !== id)
  set(moreListsAtom, left.length === 0 ? NO_LISTS : left)
  if (get(chosenListAtom) === id) set(chosenListAtom, FIRST_LIST)
})

/** The same entries with one of them elsewhere. Places outside the list are its ends. */
export function movedTo<T>(all: readonly T[], from: number, to: number): readonly T[] {
  const one = all[from]
  if (one === undefined) return all
  const others = all.filter((_, at) => at !== from)
  const place = Math.min(Math.max(0, to), others.length)
  return [...others.slice(0, place), one, ...others.slice(place)]
}

/** Adds a product to a list, or removes it. Returns false if the list is full. */
export const putInListAtom = atom(
  null,
  (get, set, change: { id: number; symbol: string; isIn: boolean }): boolean => {
    const { id, symbol, isIn } = change
    const list = get(allListsAtom).find((one) => one.id === id)
    if (list === undefined) return false
    const others = list.symbols.filter((one) => one !== symbol)
    if (isIn && others.length >= MAX_FAVOURITES) return false
    set(putSymbolsAtom, id, isIn ? [...others, symbol] : others)
    return true
  },
)

/** What the sheet shows: the lists of one product by its symbol, or the shown list. Null while it is closed. */
export const listSheetAtom = atom<{ symbol: string | null } | null>(null)
