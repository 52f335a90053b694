import { expect, it } from 'vitest'
import { deletionText, readDeletion } from '#rules/deletion.ts'

const deletion = {
  atMs: 1_800_000_000_000,
  photos: [
    { id: 1001n, createdAt: 0 },
    { id: 2n ** 63n - 1n, createdAt: 7 },
  ],
}
const text = deletionText(deletion)

it('reads what it wrote', () => {
  expect(text).toBe(
    'fairtick-deleted-1\ntime 1800000000000\nphoto 1001 0\nphoto 9223372036854775807 7',
  )
  expect(readDeletion(text)).toEqual(deletion)
})

it.each([
  ['nothing', ''],
  ['another text', text.replace('deleted', 'refusal')],
  ['no photo', 'fairtick-deleted-1\ntime 1800000000000'],
  ['no time', 'fairtick-deleted-1\nphoto 1001 0'],
  ['a line that is no photo', `${text}\n`],
  ['a number with zeros', text.replace('1001', '01001')],
  ['a photo without a time', text.replace('1001 0', '1001')],
  ['a line break of another kind', text.replaceAll('\n', '\r\n')],
])('takes no statement with %s', (_what, wrong) => {
  expect(readDeletion(wrong)).toBeNull()
})
