/** `/.well-known/security.txt` (RFC 9116): where people report a hole in this installation. */
import { DAY_MS } from '#contract/time.ts'
import type { FastifyInstance } from 'fastify'
import type { MarketClock } from '#server/platform/clock.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'

/** What the file is made of. */
export interface SecurityTxtParts {
  /** A `mailto:` or `https:` address. Null: there is no file. */
  contact: string | null
  clock: Pick<MarketClock, 'now'>
}

const PATH = '/.well-known/security.txt'
/** The file may not be trusted for longer. RFC 9116 advises less than a year. */
const VALID_DAYS = 180
const FRESH_S = 3_600
const PER_MINUTE = 60

/** The text of the file. It changes once per day (UTC). */
export function securityTxt(contact: string, nowMs: number): string {
  const today = Math.floor(nowMs / DAY_MS)
  const expires = new Date((today + VALID_DAYS) * DAY_MS).toISOString()
  const { href } = new URL(contact)
  return `Contact: ${href}\nExpires: ${expires}\nPreferred-Languages: en\n`
}

export function securityTxtRoute(app: FastifyInstance, { contact, clock }: SecurityTxtParts): void {
  const max = PER_MINUTE * app.edge.rateFactor
  const rateLimit = { max, timeWindow: 60_000, keyGenerator: clientAddress }
  app.get(PATH, { config: { rateLimit } }, async (_request, reply) => {
    if (contact === null) return reply.callNotFound()
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', `public, max-age=${FRESH_S}`)
      .send(securityTxt(contact, clock.now()))
  })
}
