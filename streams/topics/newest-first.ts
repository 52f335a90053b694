/** Orders what carries a database id: growing decimal numbers that may pass 2^53. */
export const newestFirst = (a: { id: string }, b: { id: string }): number =>
  b.id.length - a.id.length || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
