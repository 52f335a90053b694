/** The drawings of each product, stored on the device, and what the user is doing with them. */
import { atom, type WritableAtom } from 'jotai/vanilla'
import { createContext, use } from 'react'
import {
  added,
  type Draft,
  type Drawing,
  readBook,
  removed,
  replaced,
  type Tool,
  writeBook,
} from '#features/chart/drawings/drawings.ts'
import { storedAtom } from '#device/stored-atom.ts'

type Change = (drawings: readonly Drawing[]) => readonly Drawing[]

/** The drawings as text. The end of a session clears it, because notes are private. */
export const drawingsTextAtom = storedAtom<string>({
  key: 'drawings',
  initial: '',
  read: (text) => text,
  allTabs: true,
})

const NONE: readonly Drawing[] = []
const bookAtom = atom((get) => readBook(get(drawingsTextAtom)))
const bySymbol = new Map<string, WritableAtom<readonly Drawing[], [Change], void>>()

/** The drawings of one product, oldest first. It is written by a change to them. */
export function drawingsAtom(symbol: string): WritableAtom<readonly Drawing[], [Change], void> {
  const known = bySymbol.get(symbol)
  if (known !== undefined) return known
  const made = atom(
    (get) => get(bookAtom)[symbol] ?? NONE,
    (get, set, change: Change) => {
      const book = get(bookAtom)
      set(drawingsTextAtom, writeBook({ ...book, [symbol]: change(book[symbol] ?? NONE) }))
    },
  )
  bySymbol.set(symbol, made)
  return made
}

/** What the sheet shows: the list, or a form with a drawing that is new or has its number. Null while it is closed. */
export type SheetPage = { kind: 'list' } | { kind: 'form'; draft: Draft; id: number | null }

/** Stores a drawing from the form, under its number if it has one. */
export const saveAtom = atom(
  null,
  (_get, set, symbol: string, { draft, id }: { draft: Draft; id: number | null }) => {
    set(drawingsAtom(symbol), (drawings) =>
      id === null ? added(drawings, draft) : replaced(drawings, { ...draft, id }),
    )
  },
)

/** What the user does with the drawings of one chart. Two charts on one page have a hand each. */
export function createHand() {
  /** What the next touch of the chart draws; null while it is only looked at. */
  const toolAtom = atom<Tool | null>(null)
  /** The number of the selected drawing; null for none. */
  const selectedAtom = atom<number | null>(null)
  const sheetPageAtom = atom<SheetPage | null>(null)
  return {
    toolAtom,
    selectedAtom,
    sheetPageAtom,
    /** A drawing was placed on the chart. A note still needs its text. */
    placeAtom: atom(null, (get, set, symbol: string, draft: Draft) => {
      set(toolAtom, null)
      if (draft.kind === 'note') return set(sheetPageAtom, { kind: 'form', draft, id: null })
      set(drawingsAtom(symbol), (drawings) => added(drawings, draft))
      set(selectedAtom, get(drawingsAtom(symbol)).at(-1)?.id ?? null)
    }),
    removeAtom: atom(null, (get, set, symbol: string, id: number) => {
      if (get(selectedAtom) === id) set(selectedAtom, null)
      set(drawingsAtom(symbol), (drawings) => removed(drawings, id))
    }),
    clearAllAtom: atom(null, (_get, set, symbol: string) => {
      set(selectedAtom, null)
      set(drawingsAtom(symbol), () => NONE)
    }),
    /** Nothing is chosen or open when another product is shown. */
    leaveAtom: atom(null, (_get, set) => {
      set(toolAtom, null)
      set(selectedAtom, null)
      set(sheetPageAtom, null)
    }),
  }
}

type Hand = ReturnType<typeof createHand>

export const MAIN_HAND = createHand()
export const HandContext = createContext<Hand>(MAIN_HAND)
export const useHand = (): Hand => use(HandContext)
