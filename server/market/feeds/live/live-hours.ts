/** The market hours of live products: weekly ones, with the published closings where a product follows some. */
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import type { ClosingsBook } from '#server/market/feeds/live/closings/closings-book.ts'
import { type CalendarSession, sessionAt } from '#rules/calendar.ts'

type Book = Pick<ClosingsBook, 'sessionAt' | 'onChange'>

/** The session of a product. `book`: missing where weekly hours are all that counts. */
export const liveSession = (
  book: Pick<Book, 'sessionAt'> | undefined,
  product: CatalogueProduct,
  timeMs: number,
): CalendarSession => book?.sessionAt(product, timeMs) ?? sessionAt(product.calendar, timeMs)

/** Says whether the market of a product is closed. It is asked at each trade, so a session is looked up once. */
export function closedHours(
  book: Book | undefined,
  product: CatalogueProduct,
): (timeMs: number) => boolean {
  let isClosed = false
  // From a moment up to another one, which is not part of it.
  let known = { from: 0, to: 0 }
  book?.onChange(() => (known = { from: 0, to: 0 }))
  return (timeMs) => {
    if (timeMs >= known.from && timeMs < known.to) return isClosed
    const { state, opensAt, closesAt } = liveSession(book, product, timeMs)
    isClosed = state === 'closed'
    known = { from: timeMs, to: closesAt ?? opensAt ?? Number.POSITIVE_INFINITY }
    return isClosed
  }
}
