import { useAtomValue, useStore } from 'jotai/react'
import { useMemo } from 'react'
import {
  drawingsAtom,
  placeAtom,
  saveAtom,
  selectedAtom,
  toolAtom,
} from '#features/chart/drawing-choices.ts'
import type { BoardEvents, HandState } from '#features/chart/drawing-board.ts'

/** What a chart draws of the user's drawings, and what it does with the user's touches. */
export function useBoard(symbol: string): { events: BoardEvents; state: HandState } {
  const store = useStore()
  const drawings = useAtomValue(drawingsAtom(symbol))
  const selected = useAtomValue(selectedAtom)
  const tool = useAtomValue(toolAtom)
  const events = useMemo<BoardEvents>(
    () => ({
      onPlaced: (draft) => store.set(placeAtom, symbol, draft),
      onMoved: (drawing) => store.set(saveAtom, symbol, { draft: drawing, id: drawing.id }),
      onSelect: (id) => store.set(selectedAtom, id),
    }),
    [store, symbol],
  )
  const state = useMemo(() => ({ drawings, selected, tool }), [drawings, selected, tool])
  return { events, state }
}
