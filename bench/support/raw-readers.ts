/** Many cheap websocket readers in a process of their own: they walk frames by length and look into one line's data. */
import { connect, type Socket } from 'node:net'

export interface OpenReaders {
  port: number
  path: string
  readers: number
  /** Sent once the handshake is over; empty: nothing. */
  greeting: string
  /** Sent after the greeting was answered. */
  hello: string[]
}
export type ToReaders = { open: OpenReaders } | { report: true } | { close: true }
export interface ReadersReport {
  frames: number
  bytes: number
  cpuMs: number
  /** Newest long text of the first line. */
  sample: string
}

/** Shorter frames are greetings, answers and heartbeats. */
const DATA_BYTES = 500
const PONG_EVERY_MS = 4_000
const PONG = '3'
const GREETING_MS = 500

let frames = 0
let bytes = 0
let sample = ''
let lines: Socket[] = []
let ponging: NodeJS.Timeout | undefined

/** A masked text frame; the mask is zero, so the text stands as it is. */
function textFrame(text: string): Buffer {
  const body = Buffer.from(text)
  const long = body.length > 125
  const head = Buffer.alloc(long ? 8 : 6)
  head[0] = 0x81
  head[1] = 0x80 | (long ? 126 : body.length)
  if (long) head.writeUInt16BE(body.length, 2)
  return Buffer.concat([head, body])
}

/** Walks frames; keeps an incomplete head until more comes, skips bodies without looking. */
function frameWalker(look: boolean): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let skip = 0
  return (chunk) => {
    bytes += chunk.length
    if (skip >= chunk.length) {
      skip -= chunk.length
      return
    }
    let data = skip > 0 ? chunk.subarray(skip) : chunk
    skip = 0
    if (rest.length > 0) data = Buffer.concat([rest, data])
    let at = 0
    while (at + 2 <= data.length) {
      const short = (data[at + 1] ?? 0) & 127
      const head = short < 126 ? 2 : short === 126 ? 4 : 10
      if (at + head > data.length) break
      const length = short < 126 ? short : short === 126 ? data.readUInt16BE(at + 2) : 0
      if (look && at + head + length > data.length) break
      if (length > DATA_BYTES) frames += 1
      if (look && length > DATA_BYTES)
        sample = data.toString('latin1', at + head, at + head + length)
      at += head + length
    }
    skip = Math.max(0, at - data.length)
    rest = at < data.length ? Buffer.from(data.subarray(at)) : Buffer.alloc(0)
  }
}

function openLine({ port, path, greeting }: OpenReaders, look: boolean): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const line = connect(port, '127.0.0.1')
    const walk = frameWalker(look)
    let shaken = false
    line.setNoDelay(true)
    line.on('error', reject)
    line.on('data', (chunk) => {
      if (shaken) return walk(chunk)
      const end = chunk.indexOf('\r\n\r\n')
      if (end < 0) return
      shaken = true
      if (greeting !== '') line.write(textFrame(greeting))
      if (chunk.length > end + 4) walk(chunk.subarray(end + 4))
      resolve(line)
    })
    line.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
    )
  })
}

async function openAll(request: OpenReaders): Promise<void> {
  const BATCH = 100
  for (let from = 0; from < request.readers; from += BATCH) {
    const count = Math.min(BATCH, request.readers - from)
    const batch = Array.from({ length: count }, (_, at) => openLine(request, from + at === 0))
    lines.push(...(await Promise.all(batch)))
  }
  if (request.greeting === '') return
  await new Promise((done) => setTimeout(done, GREETING_MS))
  for (const line of lines) for (const text of request.hello) line.write(textFrame(text))
  ponging = setInterval(() => {
    for (const line of lines) line.write(textFrame(PONG))
  }, PONG_EVERY_MS)
}

async function obey(message: ToReaders): Promise<void> {
  if ('open' in message) {
    await openAll(message.open)
    process.send?.('open')
  } else if ('close' in message) {
    clearInterval(ponging)
    for (const line of lines) line.destroy()
    lines = []
    process.send?.('closed')
  } else {
    const { user, system } = process.cpuUsage()
    const report: ReadersReport = { frames, bytes, cpuMs: (user + system) / 1_000, sample }
    process.send?.(report)
  }
}
process.on('message', (message: ToReaders) => void obey(message))
// Nobody is left to report to.
process.on('disconnect', () => process.exit())
