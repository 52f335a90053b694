import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { frameLater } from '#lib/later.tsx'
import type { AskedMenu } from './row-menu.tsx'

const RowMenu = frameLater(async () => (await import('./row-menu.tsx')).RowMenu)

/** The product of the row at which the event is; undefined beside the rows, and on a star, which has its own menu. */
function rowAt(target: EventTarget | null): { symbol: string; link: HTMLElement } | undefined {
  if (!(target instanceof Element) || target.closest('[data-star]') !== null) return undefined
  const row = target.closest('[role=listitem]')
  const symbol = row?.querySelector<HTMLElement>('[data-star]')?.dataset['star']
  const link = row?.querySelector<HTMLElement>('[data-shortcut=row]')
  return symbol === undefined || link === null || link === undefined ? undefined : { symbol, link }
}

/** The secondary button of a mouse. The menu key and Shift+F10 send the same event without it. */
const SECONDARY = 2

/** The menu of the rows in a list. A finger has none. */
export function useRowMenu(list: RefObject<HTMLElement | null>): ReactNode {
  const [asked, setAsked] = useState<AskedMenu | null>(null)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const { current } = list
    const ask = (event: MouseEvent): void => {
      const row = rowAt(event.target)
      if (row === undefined || !matchMedia('(pointer: fine)').matches) return
      event.preventDefault()
      const { symbol, link } = row
      const box = link.getBoundingClientRect()
      const isAtPointer = event.button === SECONDARY
      const at = isAtPointer
        ? { x: event.clientX, y: event.clientY }
        : { x: box.left, y: box.bottom }
      setAsked({ symbol, at, row: link })
      setOpen(true)
    }
    current?.addEventListener('contextmenu', ask)
    return () => current?.removeEventListener('contextmenu', ask)
  }, [list])
  return asked !== null && <RowMenu asked={asked} open={open} onClose={() => setOpen(false)} />
}
