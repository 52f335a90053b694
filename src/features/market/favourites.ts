import { atom } from 'jotai/vanilla'
import { z } from 'zod/mini'
import { json, readJson, storedAtom } from '#device/stored-atom.ts'

export const MAX_FAVOURITES = 100
/** With the first list, which has no name of its own and cannot be deleted. */
export const MAX_LISTS = 10
export const MAX_LIST_NAME = 30
/** The id of the first list. */
export const FIRST_LIST = 0

const NONE: readonly string[] = []
const symbols = z.readonly(z.array(z.string()).check(z.maxLength(MAX_FAVOURITES)))
const list = z.object({
  id: z.int().check(z.gte(1)),
  name: z.string().check(z.minLength(1), z.maxLength(MAX_LIST_NAME)),
  symbols,
})
export type FavouriteList = z.infer<typeof list>

/** The symbols of the first list. Earlier versions of the app, which may be open in another tab, know only this one. */
export const firstAtom = storedAtom<readonly string[]>({
  key: 'favourites',
  initial: NONE,
  ...json(symbols),
  allTabs: true,
})

const rows = readJson(z.array(z.unknown()))
export const NO_LISTS: readonly FavouriteList[] = []

/** The further lists. One that cannot be read is dropped, and the others stay. */
export const moreListsAtom = storedAtom<readonly FavouriteList[]>({
  key: 'favouriteLists',
  initial: NO_LISTS,
  read: (text) =>
    rows(text)
      ?.flatMap((row) => list.safeParse(row).data ?? [])
      .slice(0, MAX_LISTS - 1),
  write: JSON.stringify,
  allTabs: true,
})

/** The id of the list that was chosen last; it may have been deleted since. */
export const chosenListAtom = storedAtom<number>({
  key: 'favouriteList',
  initial: FIRST_LIST,
  read: Number,
})

/** The list that is shown, and to which a star adds; undefined for the first list. */
export const shownListAtom = atom((get) =>
  get(moreListsAtom).find(({ id }) => id === get(chosenListAtom)),
)

/** Replaces the symbols of a list. */
export const putSymbolsAtom = atom(null, (get, set, id: number, next: readonly string[]) => {
  const kept = next.length === 0 ? NONE : next.slice(-MAX_FAVOURITES)
  if (id === FIRST_LIST) return set(firstAtom, kept)
  const put = (one: FavouriteList) => (one.id === id ? { ...one, symbols: kept } : one)
  set(moreListsAtom, get(moreListsAtom).map(put))
})

/** The symbols of the shown list, in the user's order. */
export const favouritesAtom = atom((get) => get(shownListAtom)?.symbols ?? get(firstAtom))

/** Adds the symbol to the shown list, or removes it if it is there. Returns whether it is a favourite now. */
export const toggleFavouriteAtom = atom(null, (get, set, symbol: string): boolean => {
  const all = get(favouritesAtom)
  const isOne = !all.includes(symbol)
  const next = isOne ? [...all, symbol] : all.filter((other) => other !== symbol)
  set(putSymbolsAtom, get(shownListAtom)?.id ?? FIRST_LIST, next)
  return isOne
})
