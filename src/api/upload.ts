/** Sends one photo and reports its progress. It uses XMLHttpRequest because fetch cannot report upload progress. */
import { atom } from 'jotai/vanilla'
import type { z } from 'zod/mini'
import { type Answer, PROGRAM_FAILED, UNSENT } from '#api/api-error.ts'
import { addressOf, readAnswer, TIMEOUT_MS } from '#api/client.ts'
import { uploadPhoto } from '#contract/endpoints/verification.ts'
import type { PhotoPurpose } from '#contract/verification.ts'
import { settleLogOut } from '#device/owed-log-out.ts'

export type UploadedPhoto = z.output<typeof uploadPhoto.reply>

export interface Upload {
  purpose: PhotoPurpose
  photo: Blob
  /** Called with the uploaded part, from 0 to 1. */
  onProgress: (part: number) => void
  signal?: AbortSignal
}

/** Never throws: errors are part of the returned answer. */
export async function sendPhoto(upload: Upload): Promise<Answer<UploadedPhoto>> {
  const { purpose, photo, onProgress, signal } = upload
  const clear = settleLogOut()
  if (clear !== true && !(await clear)) return { ok: false, error: { kind: 'network' } }
  return new Promise<Answer<UploadedPhoto>>((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', addressOf(uploadPhoto, { query: { purpose } }))
    request.timeout = TIMEOUT_MS
    request.setRequestHeader('Content-Type', photo.type)
    const lost = (kind: 'timeout' | 'network') => () => resolve({ ok: false, error: { kind } })
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : loaded / total),
    )
    request.addEventListener('load', () => resolve(replyOf(request.status, request.responseText)))
    request.addEventListener('timeout', lost('timeout'))
    request.addEventListener('error', lost('network'))
    request.addEventListener('abort', lost('network'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(photo)
  }).catch(() => UNSENT)
}

function replyOf(status: number, text: string): Answer<UploadedPhoto> {
  try {
    const answer = readAnswer(uploadPhoto, { status, text })
    return answer.ok ? { ok: true, value: uploadPhoto.reply.parse(answer.value) } : answer
  } catch {
    return PROGRAM_FAILED
  }
}

export type SendPhoto = typeof sendPhoto
/** Held in an atom so that a test can replace the network. */
export const sendPhotoAtom = atom<{ send: SendPhoto }>({ send: sendPhoto })
