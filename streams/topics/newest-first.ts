/** Sorting by database id, newest first. */

/**
 * Compares two items by id, the higher first. Ids are decimal strings that may exceed 2^53, so length is compared
 * before text.
 */
export const newestFirst = (a: { id: string }, b: { id: string }): number =>
  b.id.length - a.id.length || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
