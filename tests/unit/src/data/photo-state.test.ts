import { expect, it } from 'vitest'
import { isPhotoBusy, NO_PHOTO, previewOf, reducePhoto } from '#data/photo-state.ts'

const uploading = reducePhoto(reducePhoto(NO_PHOTO, { type: 'picked' }), {
  type: 'sending',
  preview: 'blob:1',
})

it('goes from picked over sent to kept', () => {
  expect(isPhotoBusy(uploading)).toBe(true)
  const half = reducePhoto(uploading, { type: 'progress', part: 0.5 })
  expect(half).toMatchObject({ status: 'uploading', part: 0.5 })
  const kept = reducePhoto(half, { type: 'kept', id: '7' })
  expect(kept).toEqual({ status: 'kept', preview: 'blob:1', id: '7' })
  expect(isPhotoBusy(kept)).toBe(false)
})

it('never shows progress going back', () => {
  const far = reducePhoto(uploading, { type: 'progress', part: 0.8 })
  expect(reducePhoto(far, { type: 'progress', part: 0.3 })).toMatchObject({ part: 0.8 })
  expect(reducePhoto(far, { type: 'progress', part: 4 })).toMatchObject({ part: 1 })
})

it('keeps the picture when sending failed, so that it can be sent again', () => {
  const failed = reducePhoto(uploading, { type: 'failed', error: { kind: 'network' } })
  expect(previewOf(failed)).toBe('blob:1')
  expect(reducePhoto(failed, { type: 'sending', preview: 'blob:1' })).toMatchObject({ part: 0 })
})

it('pays no heed to news about a photo that is gone', () => {
  const gone = reducePhoto(uploading, { type: 'removed' })
  expect(reducePhoto(gone, { type: 'kept', id: '7' })).toEqual(NO_PHOTO)
  expect(reducePhoto(gone, { type: 'failed', error: { kind: 'timeout' } })).toEqual(NO_PHOTO)
  expect(reducePhoto(gone, { type: 'progress', part: 1 })).toEqual(NO_PHOTO)
})
