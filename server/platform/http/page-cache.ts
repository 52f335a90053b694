/**
 * The cache headers of public pages: pages that cannot change are cached permanently, pages that still grow for a
 * second.
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { NOT_MODIFIED, type RawReply, rawReply } from '#server/platform/http/route.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
/** Short enough that readers see new data at once, long enough that many readers cause one request. */
const OPEN_END = 'public, max-age=1'

/** What identifies the content of a page. */
export interface PageMark {
  /** A strong validator of exactly these bytes, without quotes. */
  tag: string
  /** True if nothing will ever be added to this page. */
  complete: boolean
}

/** Sets the cache headers. True if the caller already has this page, so the handler returns `NOT_MODIFIED`. */
export function isKnownPage(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { tag, complete }: PageMark,
): boolean {
  const etag = `"${tag}"`
  reply.header('cache-control', complete ? FOR_EVER : OPEN_END).header('etag', etag)
  const asked = request.headers['if-none-match']?.split(',').map((each) => each.trim()) ?? []
  return asked.includes(etag)
}

/** Sends a small page as one text with cache headers, or `NOT_MODIFIED`. */
export function cachedPage(
  call: { request: FastifyRequest; reply: FastifyReply },
  page: { value: unknown; complete: boolean },
): RawReply | typeof NOT_MODIFIED {
  const json = JSON.stringify(page.value)
  const tag = createHash('sha256').update(json).digest('base64url')
  return isKnownPage(call, { tag, complete: page.complete }) ? NOT_MODIFIED : rawReply(json)
}
