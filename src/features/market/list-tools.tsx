import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { listSheetAtom } from '#features/market/favourite-lists.ts'
import { ListBar } from '#features/market/list-bar.tsx'
import { laterSheet } from '#lib/later.tsx'

const ListSheet = laterSheet(
  async () => (await import('#features/market/list-sheet.tsx')).ListSheet,
)

const LONG_PRESS_MS = 500

const symbolOf = ({ target }: Event): string | undefined =>
  target instanceof Element
    ? target.closest<HTMLElement>('[data-star]')?.dataset['star']
    : undefined

/** Calls `hold` for a star that is held, and on its context menu, which the keyboard can open. The tap then ends. */
function watchStars(hold: (symbol: string) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let held = false
  const stop = (): void => clearTimeout(timer)
  const down = (event: Event): void => {
    const symbol = symbolOf(event)
    stop()
    held = false
    if (symbol === undefined) return
    timer = setTimeout(() => {
      held = true
      hold(symbol)
    }, LONG_PRESS_MS)
  }
  const menu = (event: Event): void => {
    const symbol = symbolOf(event)
    if (symbol === undefined) return
    event.preventDefault()
    stop()
    hold(symbol)
  }
  const click = (event: Event): void => {
    if (held && symbolOf(event) !== undefined) event.stopPropagation()
    held = false
  }
  const controller = new AbortController()
  const options = { signal: controller.signal, capture: true }
  addEventListener('pointerdown', down, options)
  for (const end of ['pointerup', 'pointercancel', 'scroll']) addEventListener(end, stop, options)
  addEventListener('contextmenu', menu, options)
  addEventListener('click', click, options)
  return () => {
    stop()
    controller.abort()
  }
}

/** What a page with stars needs for several lists: the choice of the shown one, if wanted, and the sheet of lists. */
export function ListTools({ bar }: { bar: boolean }) {
  const open = useAtomValue(listSheetAtom) !== null
  const show = useSetAtom(listSheetAtom)
  const [asked, setAsked] = useState(false)
  const hold = useEffectEvent((symbol: string) => show({ symbol }))
  useEffect(() => watchStars((symbol) => hold(symbol)), [])
  useEffect(() => () => show(null), [show])
  if (open && !asked) setAsked(true)
  return (
    <>
      {bar && <ListBar />}
      {asked && <ListSheet />}
    </>
  )
}
