/** Whatever a user may send as a photo goes to the real server, and only WebP pictures without metadata come out. */
import { readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { uploadPhoto } from '#contract/endpoints/verification.ts'
import { problem } from '#contract/errors.ts'
import { type Chance, chanceOf } from '#support/chance.ts'
import { sendPhoto } from '#support/photos.ts'
import { quietServer } from '#support/quiet-server.ts'
import { type Sample, SECRET, uploadSamples } from '#support/upload-samples.ts'
import { pause } from '#support/until.ts'
import type { Visitor } from '#support/visitor.ts'
import type { FaultContext, FaultScenario } from './runner.ts'

const MUTANTS = { short: 30, ci: 120, full: 20_000 } as const
const MEMORY_RISE_MAX_MB = 150
/** As many as the server accepts from one user at a time. */
const AT_ONCE = 2
const MUTANT_BYTES_MAX = 60_000
const SIDE_MAX = 2000

const below = (chance: Chance, limit: number): number => Math.floor(chance() * limit)

/** Where headers are, changes do most. */
const place = (chance: Chance, bytes: Buffer): number =>
  below(chance, chance() < 0.6 ? Math.min(bytes.length, 400) : bytes.length)

const MUTATIONS: readonly ((chance: Chance, bytes: Buffer, other: Buffer) => Buffer)[] = [
  (chance, bytes) => bytes.subarray(0, 1 + below(chance, bytes.length)),
  (chance, bytes) => {
    for (let n = 1 + below(chance, 12); n > 0; n--) {
      bytes[place(chance, bytes)] = below(chance, 256)
    }
    return bytes
  },
  (chance, bytes) => {
    const at = place(chance, bytes)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << below(chance, 8))
    return bytes
  },
  (chance, bytes) => bytes.fill(below(chance, 2) * 255, place(chance, bytes), place(chance, bytes)),
  (chance, bytes) => {
    const at = place(chance, bytes)
    const again = bytes.subarray(at, at + below(chance, 2_000))
    return Buffer.concat([bytes.subarray(0, at), again, bytes.subarray(at)])
  },
  (chance, bytes, other) =>
    Buffer.concat([bytes.subarray(0, place(chance, bytes)), other.subarray(place(chance, other))]),
  (chance, bytes) => {
    // Hits sizes and lengths, which are stored in big or little endian.
    const at = Math.min(place(chance, bytes), bytes.length - 4)
    if (at >= 0)
      bytes.writeUInt32BE([0, 1, 0xffff, 0x7fffffff, 0xffffffff][below(chance, 5)] ?? 0, at)
    return bytes
  },
]

function mutant(chance: Chance, parents: readonly Sample[], n: number): Sample {
  const pick = (): Sample => {
    const found = parents[below(chance, parents.length)]
    if (found === undefined) throw new Error('no parents')
    return found
  }
  const parent = pick()
  let bytes: Buffer = Buffer.from(parent.bytes)
  for (let rounds = 1 + below(chance, 2); rounds > 0; rounds--) {
    const mutate = MUTATIONS[below(chance, MUTATIONS.length)]
    if (mutate !== undefined) bytes = mutate(chance, bytes, Buffer.from(pick().bytes))
  }
  return { name: `mutant ${n} of ${parent.name}`, bytes, expect: 'any' }
}

const REFUSALS = {
  unsupported: 'photo_unsupported',
  unreadable: 'photo_unreadable',
  too_large: 'photo_too_large',
  too_narrow: 'photo_too_narrow',
} as const
const REFUSED: ReadonlySet<string> = new Set(Object.values(REFUSALS))
const BEGINNINGS: ReadonlySet<string> = new Set(['ffd8ff', '89504e', '524946'])

/** The names of the file's chunks, by RFC 9649. */
function chunksOf(webp: Buffer): string[] {
  const names: string[] = []
  for (let at = 12; at + 8 <= webp.length; ) {
    names.push(webp.toString('latin1', at, at + 4))
    const length = webp.readUInt32LE(at + 4)
    at += 8 + length + (length % 2)
  }
  return names
}
const PICTURE_CHUNKS: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])

/** A search for metadata proves something only if it sees the metadata that was planted. */
function controls(samples: readonly Sample[], check: FaultContext['check']): void {
  for (const { name, bytes } of samples) {
    if (!name.endsWith('with place and camera')) continue
    check(bytes.includes(SECRET), `the secret in ${name} would not be seen`)
    if (!name.startsWith('webp')) continue
    const metadata = chunksOf(bytes).filter((chunk) => !PICTURE_CHUNKS.has(chunk))
    check(metadata.includes('EXIF'), `the metadata of ${name} would not be seen`)
  }
}

/** What is wrong with the picture that the server stored; null when nothing is. */
async function wrongWithKept(visitor: Visitor, id: string): Promise<string | null> {
  const answer = await fetch(`${visitor.url}/api/photos/${id}`, {
    headers: { cookie: visitor.cookieHeader },
  })
  const webp = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200) return `was taken and came back as ${answer.status}`
  const odd = chunksOf(webp).filter((name) => !PICTURE_CHUNKS.has(name))
  if (odd.length > 0) return `kept ${odd.join(', ')}`
  if (webp.includes(SECRET)) return 'kept the secret'
  const { exif, icc, xmp, iptc, width, height, format } = await sharp(webp).metadata()
  if ([exif, icc, xmp, iptc].some((part) => part !== undefined)) return 'kept metadata'
  if (format !== 'webp' || Math.max(width, height) > SIDE_MAX)
    return `kept ${format} ${width}×${height}`
  return null
}

/** A busy machine may be too slow for any picture, and how fast it is is not judged here. */
const TRIES = 30
const BETWEEN_TRIES_MS = 2_000

async function wrongWith(
  visitor: Visitor,
  sample: Sample,
  count: (what: string) => void,
  tries = TRIES,
): Promise<string | null> {
  const { bytes, expect } = sample
  const answer = await sendPhoto(visitor, 'deposit_proof', bytes)
  if (answer.status !== 200) {
    const { code } = problem.parse(answer.body)
    if (code === 'photo_too_slow' && tries > 1) {
      await pause(BETWEEN_TRIES_MS)
      return wrongWith(visitor, sample, count, tries - 1)
    }
    count(code)
    if (!REFUSED.has(code)) return `was answered ${answer.status} ${code}`
    const right = expect === 'any' || (expect !== 'taken' && REFUSALS[expect] === code)
    return right ? null : `was refused as ${code}`
  }
  count('taken')
  if (expect !== 'any' && expect !== 'taken') return 'was taken'
  if (!BEGINNINGS.has(bytes.toString('hex', 0, 3))) return 'is no photo and was taken'
  return wrongWithKept(visitor, uploadPhoto.reply.parse(answer.body).id)
}

/** In MB; NaN except on Linux. */
const statusOf = (pid: number, field: string): number =>
  process.platform !== 'linux'
    ? Number.NaN
    : Number(
        new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1],
      ) / 1024

export const run: FaultScenario = async ({ seed, scale, count, check, log }) => {
  const server = await quietServer()
  const { visitor } = server
  try {
    const samples = await uploadSamples(seed)
    const parents = samples.filter(
      ({ expect, bytes }) => expect === 'taken' && bytes.length < MUTANT_BYTES_MAX,
    )
    const chance = chanceOf(seed)
    const mutants = Array.from({ length: MUTANTS[scale] }, (_, n) => mutant(chance, parents, n))
    controls(samples, check)
    const sendAll = async (all: readonly Sample[]): Promise<void> => {
      const queue = [...all]
      const work = async (): Promise<void> => {
        for (let sample = queue.shift(); sample !== undefined; sample = queue.shift()) {
          const wrong = await wrongWith(visitor, sample, count)
          check(wrong === null, `${sample.name} ${wrong}`)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
    }
    // The first photos load the library itself into memory.
    await sendAll(samples.filter(({ name }) => name.endsWith('640×400')))
    // Resets the peak, which only Linux reports.
    const measured = process.platform === 'linux'
    if (measured) writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
    const before = statusOf(server.pid, 'VmRSS')
    count('files', samples.length)
    await sendAll(samples)
    const afterFiles = statusOf(server.pid, 'VmHWM') - before
    await sendAll(mutants)
    count('mutants', mutants.length)
    const rise = Math.round(statusOf(server.pid, 'VmHWM') - before)
    log(
      `memory ${Math.round(before)} MB, at most ${Math.round(afterFiles)} MB more, ${rise} after the mutants`,
    )
    check(!measured || rise < MEMORY_RISE_MAX_MB, `memory rose by ${rise} MB`)
    check((await visitor.get('/healthz')).status === 200, 'the server is gone')
  } finally {
    await server.stop()
  }
}
