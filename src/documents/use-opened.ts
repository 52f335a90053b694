/** The row that a list shows on its own sheet: the one that was tapped, or the one that the address names. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { Answer } from '#lib/api-error.ts'
import type { Page, Row } from '#data/paged-list.ts'
import { addDays } from '#rules/business-day.ts'

type Read<T> = (before: string | null) => Promise<Answer<Page<T>>>

const NUMBER = /^[1-9]\d{0,17}$/
const DAY = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/**
 * Lists are sorted newest first. Returns the cursor of the page that contains the row; null when the address names
 * none.
 */
function afterNumber(id: string | null): string | null {
  return id !== null && NUMBER.test(id) ? String(BigInt(id) + 1n) : null
}

function afterDay(day: string | null): string | null {
  if (day === null || !DAY.test(day)) return null
  try {
    return addDays(day, 1)
  } catch {
    // A date that does not exist, such as 31 June.
    return null
  }
}

interface Wanted<T> {
  before: string | null
  read: Read<T>
  is: (row: T) => boolean
}

/** Shows the row once it is loaded. A row that does not belong to the user shows nothing. */
function useFound<T>({ before, read, is }: Wanted<T>, show: (found: T) => void): void {
  const found = useEffectEvent(show)
  const looked = useEffectEvent(async (from: string, leaving: AbortSignal): Promise<void> => {
    const answer = await read(from)
    const row = answer.ok ? answer.value.rows.find(is) : undefined
    if (row !== undefined && !leaving.aborted) found(row)
  })
  useEffect(() => {
    if (before === null) return
    const leaving = new AbortController()
    void looked(before, leaving.signal)
    return () => leaving.abort()
  }, [before])
}

/** Finds a document by its number. */
export function useLinked<T extends Row>(
  id: string | null,
  read: Read<T>,
  show: (found: T) => void,
): void {
  useFound({ before: afterNumber(id), read, is: (row) => row.id === id }, show)
}

/** Finds a row by its day. */
export function useLinkedDay<T extends { day: string }>(
  day: string | null,
  read: Read<T>,
  show: (found: T) => void,
): void {
  useFound({ before: afterDay(day), read, is: (row) => row.day === day }, show)
}

export interface Opened<T> {
  /** Null when no row was opened yet. The row is kept while its sheet closes. */
  shown: T | null
  open: boolean
  show: (row: T) => void
  close: () => void
}

/** Shows one row at a time on its sheet. `linked` is the number of the row to show at once. */
export function useOpened<T extends Row>(linked: string | null, read: Read<T>): Opened<T> {
  const [shown, setShown] = useState<T | null>(null)
  const [open, setOpen] = useState(false)
  const show = (row: T): void => {
    setShown(row)
    setOpen(true)
  }
  useLinked(linked, read, show)
  return { shown, open, show, close: () => setOpen(false) }
}
