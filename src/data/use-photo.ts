import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { type Answer, answered } from '#api/api-error.ts'
import { type PhotoUpload, sendPhotoAtom } from '#api/upload.ts'
import type { PhotoPurpose } from '#contract/verification.ts'
import { NO_PHOTO, PHOTO_PENDING, type PhotoState, reducePhoto } from '#data/photo-state.ts'
import { preparePhotoAtom } from '#data/prepare-photo.ts'

interface Options {
  /** Takes the prepared photo and answers with its id. */
  send: (upload: PhotoUpload) => Promise<Answer<{ id: string }>>
  /** The text drawn across the picture; null for none. */
  watermark: string | null
  /** Called with the id of the stored photo: `PHOTO_PENDING` until the server has it, and '' when there is none. */
  onId: (id: string) => void
}

export interface PhotoHandle {
  state: PhotoState
  pick: (file: File) => void
  remove: () => void
  retry: () => void
}

/** Sends photos of this purpose to the user's own documents. */
export function useSendPhoto(purpose: PhotoPurpose): Options['send'] {
  const { send } = useAtomValue(sendPhotoAtom)
  return (upload) => send({ ...upload, purpose })
}

/** Picks, prepares and sends one photo. The prepared photo is kept until the server has stored it. */
export function usePhoto(options: Options): PhotoHandle {
  const [state, tell] = useReducer(reducePhoto, NO_PHOTO)
  const { prepare } = useAtomValue(preparePhotoAtom)
  const held = useRef<{ photo: Blob; preview: string } | null>(null)
  const running = useRef<AbortController | null>(null)

  const drop = (): void => {
    running.current?.abort()
    running.current = null
    if (held.current !== null) URL.revokeObjectURL(held.current.preview)
    held.current = null
  }
  const forget = useEffectEvent(drop)
  useEffect(() => () => forget(), [])

  const upload = async (): Promise<void> => {
    if (held.current === null) return
    const run = new AbortController()
    running.current = run
    const { photo, preview } = held.current
    tell({ type: 'sending', preview })
    const answer = await answered(() =>
      options.send({
        photo,
        signal: run.signal,
        onProgress: (part) => !run.signal.aborted && tell({ type: 'progress', part }),
      }),
    )
    if (run.signal.aborted) return
    if (!answer.ok) return tell({ type: 'failed', error: answer.error })
    tell({ type: 'kept', id: answer.value.id })
    options.onId(answer.value.id)
  }

  const take = async (file: File): Promise<void> => {
    drop()
    options.onId(PHOTO_PENDING)
    const run = new AbortController()
    running.current = run
    tell({ type: 'picked' })
    try {
      const photo = await prepare(file, options.watermark)
      if (run.signal.aborted) return
      held.current = { photo, preview: URL.createObjectURL(photo) }
    } catch {
      if (run.signal.aborted) return
      tell({ type: 'unreadable' })
      options.onId('')
      return
    }
    await upload()
  }

  return {
    state,
    pick: (file) => void take(file),
    remove: () => {
      drop()
      options.onId('')
      tell({ type: 'removed' })
    },
    retry: () => void upload(),
  }
}
