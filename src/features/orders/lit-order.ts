/** The order that is pointed at: its row in a table and its line in the chart light each other up. */
import { useAtomValue, useSetAtom } from 'jotai'
import { atom } from 'jotai/vanilla'
import { useMemo } from 'react'

/** The order's id. Null while the pointer and the focus are on none. */
export const litOrderAtom = atom<string | null>(null)

/** Whether this order is pointed at, and what its row calls when the pointer or the focus comes or leaves. */
export function useLitRow(id: string): { lit: boolean; onLight: (on: boolean) => void } {
  // Only the rows that change render again.
  const lit = useAtomValue(useMemo(() => atom((get) => get(litOrderAtom) === id), [id]))
  const light = useSetAtom(litOrderAtom)
  return { lit, onLight: (on) => light((last) => (on ? id : last === id ? null : last)) }
}
