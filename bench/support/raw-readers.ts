/** Many websocket readers in one process, as cheap as they can be: `readers.ts` starts and asks them. */
import { connect, Socket } from 'node:net'
import { reconnectDelayMs } from '#streams/wire/reconnect-delay.ts'
import { frameOf, PING, PONG, readFrames, TEXT, textFrame } from './raw-frames.ts'

/** One step of opening a line: what is sent, and what the answer to it contains. */
export interface OpeningStep {
  send: string[]
  until: string
}
export interface OpenReaders {
  port: number
  path: string
  readers: number
  /** After the websocket handshake. Each reader takes the next one, in turn. */
  openings: OpeningStep[][]
  /** Cookie headers, which readers take in turn. */
  cookies?: string[]
  /** Readers that are disconnected connect again, after the delays of the app times this factor. */
  reconnects?: number
}
/**
 * - `mark`: counts but the totals start again, and the process reads rarely, so that it uses little CPU time;
 * - `watch`: frames are read as soon as they arrive, and kept until `take`;
 * - `stall`: so many readers stop reading for good.
 */
export type ToReaders =
  | { open: OpenReaders }
  | 'mark'
  | 'watch'
  | 'take'
  | 'report'
  | { stall: number }

/** A frame and when it arrived, in ms of the wall clock. Readers count from 0. */
export interface KeptFrame {
  reader: number
  atMs: number
  text: string
}
export interface ReadersReport {
  /** Bytes and data frames that all readers have read since they were opened. */
  totalBytes: number
  totalFrames: number
  /** Bytes of the reader that got fewest and most since the mark. */
  fewestBytes: number
  mostBytes: number
  /** CPU time of this process so far. */
  cpuMs: number
  /** What the first reader got since the mark: how many frames, and the first and last. */
  frames: number
  first: string
  last: string
  /** How many readers are open, and how often one was disconnected. */
  open: number
  lost: number
  /** After `take`: the frames since `watch`, and when each reader was opened last, in ms of the wall clock. */
  kept: KeptFrame[]
  openedAt: number[]
  /** The ports of the readers that have stopped reading. */
  stalledPorts: number[]
}

interface Reader {
  at: number
  line: Socket
  /** What is still to come of the answer to the handshake; null once it is complete. */
  head: string | null
  steps: OpeningStep[]
  isOpen: boolean
  isStalled: boolean
  openedAt: number
  attempts: number
  /** Called when it is open for the first time, or cannot be opened. */
  onOpen: (failure?: Error) => void
  /** The bytes of an incomplete frame. */
  rest: Buffer
  bytes: number
  markedAt: number
}

const READ_BYTES = 65_536
const BATCH = 100
/** Shorter messages are heartbeats of the connection. */
const DATA_BYTES = 8
const PONG_EVERY_MS = 4_000
/** While it measures CPU time, the process sleeps so long between reads: one read takes several frames. */
const NAP_MS = 25
const NOTHING = Buffer.alloc(0)

const readers: Reader[] = []
let first = { frames: 0, first: '', last: '' }
let kept: KeptFrame[] = []
let isWatching = false
let isNapping = false
let totalFrames = 0
let lost = 0
/** All readers read into one buffer, which stays in the processor's cache. */
const sharedBuffer = Buffer.alloc(READ_BYTES)

const wallMs = (): number => performance.timeOrigin + performance.now()

function opened(reader: Reader): void {
  reader.isOpen = true
  reader.attempts = 0
  reader.openedAt = wallMs()
  reader.onOpen()
}

function nextStep(reader: Reader): void {
  const [step] = reader.steps
  if (step === undefined) return opened(reader)
  for (const text of step.send) reader.line.write(textFrame(text))
}

function takeText(reader: Reader, data: Buffer, from: number, to: number): void {
  if (to - from < DATA_BYTES) return
  if (reader.isOpen) totalFrames += 1
  const isFirst = reader.at === 0 && reader.isOpen
  if (reader.isOpen && !isWatching && !isFirst) return
  const text = data.toString('latin1', from, to)
  if (isWatching) kept.push({ reader: reader.at, atMs: wallMs(), text })
  if (isFirst) {
    first.last = text
    if (first.frames === 0) first.first = text
    first.frames += 1
  } else if (!reader.isOpen && text.includes(reader.steps[0]?.until ?? '')) {
    reader.steps.shift()
    nextStep(reader)
  }
}

/** Reads the frames in the first `length` bytes, and keeps a copy of an incomplete one. */
function takeFrames(reader: Reader, chunk: Buffer, length: number): void {
  const { rest, line } = reader
  const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk.subarray(0, length)])
  const end = rest.length + length
  const taken = readFrames(data, end, (kind, from, to) => {
    if (kind === TEXT) takeText(reader, data, from, to)
    else if (kind === PING) line.write(frameOf(PONG, data.subarray(from, to)))
  })
  reader.rest = taken === end ? NOTHING : Buffer.from(data.subarray(taken, end))
}

function takeChunk(reader: Reader, chunk: Buffer, length: number): void {
  reader.bytes += length
  if (reader.head === null) return takeFrames(reader, chunk, length)
  reader.head += chunk.toString('latin1', 0, length)
  const end = reader.head.indexOf('\r\n\r\n')
  if (end < 0) return
  const frames = Buffer.from(reader.head.slice(end + 4), 'latin1')
  reader.head = null
  nextStep(reader)
  takeFrames(reader, frames, frames.length)
}

function connectReader(reader: Reader, request: OpenReaders): void {
  const { port, path, openings, cookies = [], reconnects } = request
  const { at } = reader
  const onread = {
    buffer: sharedBuffer,
    callback: (count: number) => {
      takeChunk(reader, sharedBuffer, count)
      return true
    },
  }
  const line = connect({ port, host: '127.0.0.1', noDelay: true, onread })
  const steps = [...(openings[at % openings.length] ?? [])]
  Object.assign(reader, { line, steps, head: '', isOpen: false, rest: NOTHING })
  line.on('error', () => line.destroy())
  line.once('close', () => {
    if (reader.isStalled) return
    if (reader.isOpen) lost += 1
    reader.isOpen = false
    if (reconnects === undefined) return reader.onOpen(new Error('a reader was disconnected'))
    reader.attempts += 1
    const delayMs = reconnects * reconnectDelayMs(reader.attempts, Math.random)
    setTimeout(() => connectReader(reader, request), delayMs)
  })
  const cookie = cookies[at % cookies.length]
  const cookieLine = cookie === undefined ? '' : `Cookie: ${cookie}\r\n`
  line.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      cookieLine +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  )
}

function openReader(request: OpenReaders): Promise<void> {
  return new Promise((resolve, reject) => {
    const reader: Reader = {
      at: readers.length,
      line: new Socket(),
      head: '',
      steps: [],
      isOpen: false,
      isStalled: false,
      openedAt: 0,
      attempts: 0,
      onOpen: (failure) => (failure === undefined ? resolve() : reject(failure)),
      rest: NOTHING,
      bytes: 0,
      markedAt: 0,
    }
    readers.push(reader)
    connectReader(reader, request)
  })
}

async function openAll(request: OpenReaders): Promise<void> {
  const sendPongs = (): void => {
    for (const { line, isOpen } of readers) if (isOpen) line.write(textFrame('3'))
  }
  if (request.openings.length > 0) setInterval(sendPongs, PONG_EVERY_MS)
  while (readers.length < request.readers) {
    const count = Math.min(BATCH, request.readers - readers.length)
    await Promise.all(Array.from({ length: count }, () => openReader(request)))
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4))
function sleepBetweenReads(): void {
  if (!isNapping) return
  Atomics.wait(sleeper, 0, 0, NAP_MS)
  setImmediate(sleepBetweenReads)
}

function mark(): void {
  for (const reader of readers) reader.markedAt = reader.bytes
  first = { frames: 0, first: '', last: '' }
  isWatching = false
  if (!isNapping) setImmediate(sleepBetweenReads)
  isNapping = true
}

function watch(): void {
  kept = []
  isWatching = true
  isNapping = false
}

/** The last readers stop reading: what they are sent stays in the kernel, and then in the server. */
function stall(count: number): void {
  for (const reader of readers.slice(-count)) {
    reader.isStalled = true
    reader.line.pause()
  }
}

function report(): ReadersReport {
  const { user, system } = process.cpuUsage()
  const reading = readers.filter(({ isStalled }) => !isStalled)
  const since = reading.map(({ bytes, markedAt }) => bytes - markedAt)
  return {
    totalBytes: readers.reduce((sum, { bytes }) => sum + bytes, 0),
    totalFrames,
    fewestBytes: Math.min(...since),
    mostBytes: Math.max(...since),
    cpuMs: (user + system) / 1_000,
    ...first,
    open: readers.filter(({ isOpen }) => isOpen).length,
    lost,
    kept: [],
    openedAt: [],
    stalledPorts: readers.flatMap(({ isStalled, line }) =>
      isStalled ? [line.localPort ?? 0] : [],
    ),
  }
}

async function obey(message: ToReaders): Promise<ReadersReport> {
  if (message === 'mark') mark()
  else if (message === 'watch') watch()
  else if (message === 'take') {
    const openedAt = readers.map((reader) => reader.openedAt)
    const answer = { ...report(), kept, openedAt }
    kept = []
    return answer
  } else if (message !== 'report' && 'stall' in message) stall(message.stall)
  else if (message !== 'report') await openAll(message.open)
  return report()
}
process.on(
  'message',
  (message: ToReaders) => void obey(message).then((answer) => process.send?.(answer)),
)
process.on('disconnect', () => process.exit())
