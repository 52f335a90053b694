import { beforeEach, expect, it, vi } from 'vitest'
import { onUnauthorised } from '#api/call.ts'
import { sendPhoto } from '#api/upload.ts'

/** The one request that the test answers by hand. */
class HandRequest extends EventTarget {
  static last: HandRequest
  upload = new EventTarget()
  timeout = 0
  status = 0
  responseText = ''
  method = ''
  url = ''
  type = ''
  aborted = false
  constructor() {
    super()
    HandRequest.last = this
  }
  open(method: string, url: URL): void {
    this.method = method
    this.url = url.pathname + url.search
  }
  setRequestHeader(_name: string, value: string): void {
    this.type = value
  }
  send(): void {}
  getResponseHeader(): null {
    return null
  }
  abort(): void {
    this.aborted = true
    this.dispatchEvent(new Event('abort'))
  }
  answer(status: number, body: unknown): void {
    this.status = status
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
    this.dispatchEvent(new Event('load'))
  }
  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
  }
}

beforeEach(() => vi.stubGlobal('XMLHttpRequest', HandRequest))

const photo = new Blob(['x'], { type: 'image/jpeg' })
const send = (more: { onProgress?: (part: number) => void; signal?: AbortSignal } = {}) =>
  sendPhoto({ purpose: 'id_front', photo, onProgress: () => undefined, ...more })
const kept = { id: '12', width: 2000, height: 1500, bytes: 1000 }

it('posts the bytes to where the contract says, and waits 60 s', async () => {
  const answer = send()
  const { method, url, type, timeout } = HandRequest.last
  expect({ method, url, type, timeout }).toEqual({
    method: 'POST',
    url: '/api/photos?purpose=id_front',
    type: 'image/jpeg',
    timeout: 60_000,
  })
  HandRequest.last.answer(200, kept)
  expect(await answer).toEqual({ ok: true, value: kept })
})

it('tells how far it has come, from 0 to 1', async () => {
  const parts: number[] = []
  const answer = send({ onProgress: (part) => parts.push(part) })
  HandRequest.last.progress(50, 200)
  HandRequest.last.progress(200, 200)
  HandRequest.last.answer(200, kept)
  await answer
  expect(parts).toEqual([0.25, 1])
})

it('answers with the same kinds of failure as every call', async () => {
  const refused = send()
  HandRequest.last.answer(415, {
    type: 'about:blank',
    title: 'x',
    status: 415,
    code: 'photo_unsupported',
  })
  expect(await refused).toMatchObject({ error: { kind: 'rejected', code: 'photo_unsupported' } })
  for (const [event, kind] of [
    ['timeout', 'timeout'],
    ['error', 'network'],
  ]) {
    const lost = send()
    HandRequest.last.dispatchEvent(new Event(event ?? ''))
    expect(await lost).toEqual({ ok: false, error: { kind } })
  }
  const odd = send()
  HandRequest.last.answer(200, '<html>')
  expect(await odd).toMatchObject({ error: { kind: 'contract' } })
})

it('tells those who listen that the session is gone', async () => {
  const heard = vi.fn<() => void>()
  const end = onUnauthorised(heard)
  const answer = send()
  HandRequest.last.answer(401, { type: 'a', title: 'x', status: 401, code: 'not_logged_in' })
  expect(await answer).toEqual({ ok: false, error: { kind: 'unauthorised' } })
  expect(heard).toHaveBeenCalledOnce()
  end()
})

it('stops when it is no longer wanted', async () => {
  const stop = new AbortController()
  const answer = send({ signal: stop.signal })
  stop.abort()
  expect(HandRequest.last.aborted).toBe(true)
  expect(await answer).toMatchObject({ ok: false })
})
