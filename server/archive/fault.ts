/** What is wrong with a file of the archive, as a sentence that names it. */

/** Thrown when a file of the archive is not what it should be, or when records cannot be archived. */
export class ArchiveFault extends Error {}

/** A number as the sentences write it. */
export const grouped = (n: number): string => n.toLocaleString('en-US')

/** The message of anything that was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
