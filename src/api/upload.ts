/** Sends one photo and reports its progress. It uses XMLHttpRequest because fetch cannot report upload progress. */
import { atom } from 'jotai/vanilla'
import type { z } from 'zod/mini'
import { type Answer, PROGRAM_FAILED, UNSENT } from '#api/api-error.ts'
import { addressOf, readAnswer, REQUEST_ID, TIMEOUT_MS } from '#api/client.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { uploadRecoveryPicture } from '#contract/endpoints/recovery.ts'
import { uploadPhoto } from '#contract/endpoints/verification.ts'
import type { FollowedRecovery, RecoveryPicture } from '#contract/recovery.ts'
import type { PhotoPurpose } from '#contract/verification.ts'
import { settleLogOut } from '#device/owed-log-out.ts'

export type UploadedPhoto = z.output<typeof uploadPhoto.reply>

export interface PhotoUpload {
  photo: Blob
  /** Called with the uploaded part, from 0 to 1. */
  onProgress: (part: number) => void
  signal?: AbortSignal
}

export interface Upload extends PhotoUpload {
  purpose: PhotoPurpose
}

/** Never throws: errors are part of the returned answer. */
async function sendTo<T>(
  endpoint: Endpoint & { reply: z.ZodMiniType<T> },
  address: URL,
  { photo, onProgress, signal }: PhotoUpload,
): Promise<Answer<T>> {
  const clear = settleLogOut()
  if (clear !== true && !(await clear)) return { ok: false, error: { kind: 'network' } }
  return new Promise<Answer<T>>((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.timeout = TIMEOUT_MS
    request.setRequestHeader('Content-Type', photo.type)
    const lost = (kind: 'timeout' | 'network') => () => resolve({ ok: false, error: { kind } })
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : loaded / total),
    )
    request.addEventListener('load', () => resolve(replyOf(endpoint, request)))
    request.addEventListener('timeout', lost('timeout'))
    request.addEventListener('error', lost('network'))
    request.addEventListener('abort', lost('network'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(photo)
  }).catch(() => UNSENT)
}

function replyOf<T>(
  endpoint: Endpoint & { reply: z.ZodMiniType<T> },
  request: XMLHttpRequest,
): Answer<T> {
  const { status, responseText: text } = request
  try {
    const requestId = request.getResponseHeader(REQUEST_ID)
    const answer = readAnswer(endpoint, { status, text, requestId })
    return answer.ok ? { ok: true, value: endpoint.reply.parse(answer.value) } : answer
  } catch {
    return PROGRAM_FAILED
  }
}

export const sendPhoto = ({ purpose, ...upload }: Upload): Promise<Answer<UploadedPhoto>> =>
  sendTo(uploadPhoto, addressOf(uploadPhoto, { query: { purpose } }), upload)

export interface PictureUpload extends PhotoUpload {
  picture: RecoveryPicture
  /** The token of the request. */
  token: string
}

/** Sends a picture for an account recovery, for which no one is logged in. */
const sendPicture = ({
  picture,
  token,
  ...upload
}: PictureUpload): Promise<Answer<FollowedRecovery>> =>
  sendTo(
    uploadRecoveryPicture,
    addressOf(uploadRecoveryPicture, { params: { upload: token }, query: { picture } }),
    upload,
  )

export type SendPicture = typeof sendPicture
/** Held in an atom so that a test can replace the network. */
export const sendPictureAtom = atom<{ send: SendPicture }>({ send: sendPicture })

export type SendPhoto = typeof sendPhoto
/** Held in an atom so that a test can replace the network. */
export const sendPhotoAtom = atom<{ send: SendPhoto }>({ send: sendPhoto })
