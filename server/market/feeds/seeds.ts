/** The master seed of the simulated feed, and the seeds that follow from it. */
import { createHash, createHmac, hash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from '#server/platform/start-refused.ts'

/**
 * Reads the master seed, 32 bytes as lower-case hex. It is created at the first start: if `isPromised`, hours are
 * promised under a seed that is lost, and `StartRefused` is thrown.
 */
export function masterSeed(folder: string, isPromised: boolean): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'master-seed')
  if (!existsSync(file)) {
    if (isPromised) {
      throw new StartRefused(
        `${file} is missing, and hours are promised under the seed that it had. Put the file back from a ` +
          'backup. If it is lost, --break-seeds "why" gives the promised hours up in public: they stay closed.',
      )
    }
    const text = `${randomBytes(32).toString('hex')}\n`
    writeFileSync(file, text, { mode: 0o600, flag: 'wx', flush: true })
  }
  const seed = readFileSync(file, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/.test(seed)) throw new StartRefused(`${file} does not hold a seed`)
  return seed
}

/** HMAC-SHA256 of a label under the master seed, as lower-case hex. */
export const seedOf = (master: string, label: string): string =>
  createHmac('sha256', Buffer.from(master, 'hex')).update(label).digest('hex')

/** SHA-256 over the seed's 32 bytes: the commitment of an hour from before the chain. */
export const commitmentOf = (seed: string): string =>
  createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')

/**
 * The root of a hash chain: its last link. The label contains the first epoch, so that a new database with an old
 * master seed does not repeat links that were published.
 */
export const rootOf = (master: string, { number, first }: { number: number; first: number }) =>
  seedOf(master, `seed chain ${number} first ${first}`)

const LINK_BYTES = 32

/** All links of a hash chain, computed once: 32 bytes per hour, about 50 ms for five years. */
export class HashChain {
  readonly hours: number
  readonly #links: Buffer

  constructor(root: string, hours: number) {
    this.hours = hours
    this.#links = Buffer.alloc(LINK_BYTES * (hours + 1))
    let link = root
    for (let position = hours; position >= 0; position--) {
      this.#links.write(link, position * LINK_BYTES, 'hex')
      link = hash('sha256', link)
    }
  }

  get anchor(): string {
    return this.link(0)
  }

  /** The link at a position, 0 for the anchor. */
  link(position: number): string {
    if (position < 0 || position > this.hours) throw new Error(`there is no link ${position}`)
    return this.#links.toString('hex', position * LINK_BYTES, (position + 1) * LINK_BYTES)
  }
}
