/** The row that a list shows on its own sheet: the one that was tapped, or the one that the address names. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { Answer } from '#api/api-error.ts'
import type { Page, Row } from '#data/paged-list.ts'
import { addDays } from '#rules/business-day.ts'

type Read<T> = (before: string | null) => Promise<Answer<Page<T>>>

const NUMBER = /^[1-9]\d{0,17}$/
const DAY = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** The row that an address names, and the cursor of the page that contains it: lists are sorted newest first. */
interface Linked<T> {
  before: string
  is: (row: T) => boolean
}

/** The document with this number; null when it is no number. */
export const byNumber = (id: string | null): Linked<Row> | null =>
  id !== null && NUMBER.test(id)
    ? { before: String(BigInt(id) + 1n), is: (row) => row.id === id }
    : null

/** The row of this day; null when it is no day. */
export function byDay(day: string | null): Linked<{ day: string }> | null {
  if (day === null || !DAY.test(day)) return null
  try {
    return { before: addDays(day, 1), is: (row) => row.day === day }
  } catch {
    // A date that does not exist, such as 31 June.
    return null
  }
}

/** Reports the linked row once it is loaded. A row that does not belong to the user is not found. */
function useFound<T>(linked: Linked<T> | null, read: Read<T>, onFound: (row: T) => void): void {
  const look = useEffectEvent(async (from: string, leaving: AbortSignal): Promise<void> => {
    const answer = await read(from)
    const row = answer.ok ? answer.value.rows.find((row) => linked?.is(row)) : undefined
    if (row !== undefined && !leaving.aborted) onFound(row)
  })
  const before = linked?.before ?? null
  useEffect(() => {
    if (before === null) return
    const leaving = new AbortController()
    void look(before, leaving.signal)
    return () => leaving.abort()
  }, [before])
}

interface Opened<T> {
  /** Null when no row was opened yet. The row is kept while its sheet closes. */
  shown: T | null
  open: boolean
  show: (row: T) => void
  close: () => void
}

/** Shows one row at a time on its sheet, beginning with the linked one. */
export function useOpened<T extends Row>(
  linked: Linked<T> | null,
  read: Read<T>,
  onFound?: (row: T) => void,
): Opened<T> {
  const [shown, setShown] = useState<T | null>(null)
  const [open, setOpen] = useState(false)
  const show = (row: T): void => {
    setShown(row)
    setOpen(true)
  }
  useFound(linked, read, (row) => {
    onFound?.(row)
    show(row)
  })
  return { shown, open, show, close: () => setOpen(false) }
}
