/** Many websocket readers in one process, as cheap as they can be: they count bytes, and one reads its frames. */
import { connect, type Socket } from 'node:net'

/** One step of opening a line: what is sent, and what the answer to it contains. */
export interface OpeningStep {
  send: string[]
  until: string
}
export interface OpenReaders {
  port: number
  path: string
  readers: number
  /** After the websocket handshake. */
  opening: OpeningStep[]
}
/** `mark` begins a measurement when all that was sent has been read: all counts but `totalBytes` start again. */
export type ToReaders = { open: OpenReaders } | 'mark' | 'report'
export interface ReadersReport {
  /** Bytes that all readers have read since they were opened. */
  totalBytes: number
  /** Bytes of the reader that got fewest and most since the mark. */
  fewestBytes: number
  mostBytes: number
  /** CPU time of this process so far. */
  cpuMs: number
  /** What the reader that reads its frames got since the mark: how many, and the first and last. */
  frames: number
  first: string
  last: string
}

interface Reader {
  line: Socket
  isOpen: boolean
  bytes: number
  markedAt: number
}

const READ_BYTES = 65_536
const BATCH = 100
/** Shorter frames are heartbeats. */
const DATA_BYTES = 8
const PONG_EVERY_MS = 4_000
/** While it measures, the process sleeps so long between looks: one read takes several frames. */
const NAP_MS = 25

const readers: Reader[] = []
/** Data frames of the first reader since the mark, and the bytes of an incomplete one. */
let watched = { frames: 0, first: '', last: '' }
let rest: Buffer = Buffer.alloc(0)
/** Bytes that no one looks at are read into one buffer, which stays in the processor's cache. */
const sharedBuffer = Buffer.alloc(READ_BYTES)

/** A masked text frame; the mask is zero, so the text is sent as it is. */
function textFrame(text: string): Buffer {
  const body = Buffer.from(text)
  const long = body.length > 125
  const head = Buffer.alloc(long ? 8 : 6)
  head[0] = 0x81
  head[1] = 0x80 | (long ? 126 : body.length)
  if (long) head.writeUInt16BE(body.length, 2)
  return Buffer.concat([head, body])
}

/** Reads frames of up to 64 KiB. */
function readFrames(chunk: Buffer): void {
  const data = Buffer.concat([rest, chunk])
  let at = 0
  while (at + 4 <= data.length) {
    const short = (data[at + 1] ?? 0) & 127
    const head = short < 126 ? 2 : 4
    const end = at + head + (short < 126 ? short : data.readUInt16BE(at + 2))
    if (end > data.length) break
    if (end - at > DATA_BYTES) {
      watched.last = data.toString('latin1', at + head, end)
      if (watched.frames === 0) watched.first = watched.last
      watched.frames += 1
    }
    at = end
  }
  rest = data.subarray(at)
}

function openReader({ port, path, opening }: OpenReaders): Promise<Reader> {
  const isWatched = readers.length === 0
  const steps = [{ send: [], until: '\r\n\r\n' }, ...opening]
  let answered = ''
  return new Promise((resolve, reject) => {
    /** Until the line is open, answers are read by every reader. */
    const open = (chunk: Buffer): void => {
      answered += chunk.toString('latin1')
      while (steps[0] !== undefined && answered.includes(steps[0].until)) {
        steps.shift()
        answered = ''
        for (const text of steps[0]?.send ?? []) line.write(textFrame(text))
      }
      if (steps.length > 0) return
      reader.isOpen = true
      resolve(reader)
    }
    const onBytes = (count: number, buffer: Uint8Array): boolean => {
      reader.bytes += count
      if (!reader.isOpen) open(Buffer.from(buffer.buffer, buffer.byteOffset, count))
      else if (isWatched) readFrames(Buffer.from(buffer.subarray(0, count)))
      return true
    }
    const buffer = isWatched ? Buffer.alloc(READ_BYTES) : sharedBuffer
    const line = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer, callback: onBytes },
    })
    const reader: Reader = { line, isOpen: false, bytes: 0, markedAt: 0 }
    readers.push(reader)
    line.on('error', reject)
    line.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
    )
  })
}

async function openAll(request: OpenReaders): Promise<void> {
  const sendPongs = (): void => {
    for (const { line, isOpen } of readers) if (isOpen) line.write(textFrame('3'))
  }
  if (request.opening.length > 0) setInterval(sendPongs, PONG_EVERY_MS)
  while (readers.length < request.readers) {
    const count = Math.min(BATCH, request.readers - readers.length)
    await Promise.all(Array.from({ length: count }, () => openReader(request)))
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4))
function sleepBetweenReads(): void {
  Atomics.wait(sleeper, 0, 0, NAP_MS)
  setImmediate(sleepBetweenReads)
}

function mark(): void {
  for (const reader of readers) reader.markedAt = reader.bytes
  watched = { frames: 0, first: '', last: '' }
  rest = Buffer.alloc(0)
  setImmediate(sleepBetweenReads)
}

function report(): ReadersReport {
  const { user, system } = process.cpuUsage()
  const since = readers.map(({ bytes, markedAt }) => bytes - markedAt)
  return {
    totalBytes: readers.reduce((sum, { bytes }) => sum + bytes, 0),
    fewestBytes: Math.min(...since),
    mostBytes: Math.max(...since),
    cpuMs: (user + system) / 1_000,
    ...watched,
  }
}

async function obey(message: ToReaders): Promise<void> {
  if (message === 'mark') mark()
  else if (message !== 'report') await openAll(message.open)
  process.send?.(report())
}
process.on('message', (message: ToReaders) => void obey(message))
process.on('disconnect', () => process.exit())
