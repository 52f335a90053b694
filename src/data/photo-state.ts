/** The pure model of one photo, from being picked to being stored by the server. */
import type { ApiError } from '#api/api-error.ts'

export type PhotoState =
  | { status: 'empty' }
  /** The device is decoding, scaling and watermarking the photo. */
  | { status: 'preparing' }
  | { status: 'uploading'; preview: string; part: number }
  | { status: 'kept'; preview: string; id: string }
  /** The photo is still on the device, so it can be sent again. */
  | { status: 'failed'; preview: string; error: ApiError }
  /** The file is not a picture that this device can read. */
  | { status: 'unreadable' }

export type PhotoEvent =
  | { type: 'picked' }
  | { type: 'unreadable' }
  | { type: 'sending'; preview: string }
  | { type: 'progress'; part: number }
  | { type: 'kept'; id: string }
  | { type: 'failed'; error: ApiError }
  | { type: 'removed' }

/** The value of a form field for a photo that was picked but is not stored by the server yet. */
export const PHOTO_PENDING = 'pending'

export const NO_PHOTO: PhotoState = { status: 'empty' }

export const previewOf = (state: PhotoState): string | null =>
  'preview' in state ? state.preview : null

export const isPhotoBusy = ({ status }: PhotoState): boolean =>
  status === 'preparing' || status === 'uploading'

/** Events of a photo that was removed change nothing. */
export function reducePhoto(state: PhotoState, event: PhotoEvent): PhotoState {
  switch (event.type) {
    case 'picked':
      return { status: 'preparing' }
    case 'unreadable':
      return { status: 'unreadable' }
    case 'removed':
      return NO_PHOTO
    case 'sending':
      return { status: 'uploading', preview: event.preview, part: 0 }
    case 'progress':
      if (state.status !== 'uploading') return state
      return { ...state, part: Math.max(state.part, Math.min(1, event.part)) }
    case 'kept':
      if (state.status !== 'uploading') return state
      return { status: 'kept', preview: state.preview, id: event.id }
    case 'failed':
      if (state.status !== 'uploading') return state
      return { status: 'failed', preview: state.preview, error: event.error }
  }
}
