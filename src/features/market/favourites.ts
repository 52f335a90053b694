import { atom } from 'jotai/vanilla'
import { z } from 'zod'
import { readJson, storedAtom } from '#lib/stored.ts'

const MAX_FAVOURITES = 100
const NONE: readonly string[] = []
const symbols = z.array(z.string()).max(MAX_FAVOURITES).readonly()

export const favouritesAtom = storedAtom<readonly string[]>({
  key: 'favourites',
  initial: NONE,
  read: readJson((value) => symbols.safeParse(value)),
  write: JSON.stringify,
  allTabs: true,
})

/** Adds the symbol, or removes it if it is there. Returns whether it is a favourite now. */
export const toggleFavouriteAtom = atom(null, (get, set, symbol: string): boolean => {
  const all = get(favouritesAtom)
  const isOne = !all.includes(symbol)
  const next = isOne ? [...all, symbol] : all.filter((other) => other !== symbol)
  set(favouritesAtom, next.length === 0 ? NONE : next.slice(-MAX_FAVOURITES))
  return isOne
})
