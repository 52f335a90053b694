/**
 * The statement that the server signs when a user deletes photos. The user's device keeps it, and shows it to a server
 * on which an older copy of the data was put back.
 */

/** A photo that was deleted. Its number may be given to another photo on an older copy, at another time. */
export interface DeletedPhoto {
  id: bigint
  createdAt: number
}

/** What a statement says. */
export interface Deletion {
  atMs: number
  photos: readonly DeletedPhoto[]
}

const TIME = /^time ([1-9]\d{0,15})$/
const PHOTO = /^photo ([1-9]\d{0,18}) (0|[1-9]\d{0,15})$/

/** The text of a statement: lines joined by \n, with a line `photo ID CREATED` for each photo. */
export const deletionText = ({ atMs, photos }: Deletion): string =>
  [
    'fairtick-deleted-1',
    `time ${atMs}`,
    ...photos.map(({ id, createdAt }) => `photo ${id} ${createdAt}`),
  ].join('\n')

/** Reads the text of a statement. Null if it is none. */
export function readDeletion(text: string): Deletion | null {
  const [format, time = '', ...lines] = text.split('\n')
  const [, at] = TIME.exec(time) ?? []
  const photos = lines.map((line) => {
    const [, id, created] = PHOTO.exec(line) ?? []
    return id === undefined ? null : { id: BigInt(id), createdAt: Number(created) }
  })
  const all = photos.filter((photo) => photo !== null)
  if (format !== 'fairtick-deleted-1' || at === undefined) return null
  if (all.length === 0 || all.length < photos.length) return null
  return { atMs: Number(at), photos: all }
}
