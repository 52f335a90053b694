/** How long anybody may keep a page of what is public: for ever what cannot change, for a moment what still grows. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { NOT_MODIFIED, type RawReply, rawReply } from '#server/platform/http/route.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
/** So short that nobody waits for news, long enough that a crowd asks once. */
const OPEN_END = 'public, max-age=1'

export interface PageMark {
  /** Says exactly these bytes: a strong validator, without its quotes. */
  tag: string
  /** Nothing that is still to come belongs to this page. */
  complete: boolean
}

/** Sets the headers; true: the caller has this very page, and is told so with `NOT_MODIFIED` instead of the page. */
export function isKnownPage(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { tag, complete }: PageMark,
): boolean {
  const etag = `"${tag}"`
  reply.header('cache-control', complete ? FOR_EVER : OPEN_END).header('etag', etag)
  const asked = request.headers['if-none-match']?.split(',').map((each) => each.trim()) ?? []
  return asked.includes(etag)
}

/** A page that is small enough to be one text. */
export function cachedPage(
  call: { request: FastifyRequest; reply: FastifyReply },
  page: { value: unknown; complete: boolean },
): RawReply | typeof NOT_MODIFIED {
  const json = JSON.stringify(page.value)
  const tag = createHash('sha256').update(json).digest('base64url')
  return isKnownPage(call, { tag, complete: page.complete }) ? NOT_MODIFIED : rawReply(json)
}
