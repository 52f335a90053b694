/** A page written on a bare TCP line: it says what it is told to, and reads only when it is told to. */
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'

export interface RawPage {
  line: Socket
  /** The first line of the handshake's answer. */
  answer: string
  /** One text message, masked as a client's are. */
  say(text: string): void
  /** An unasked pong with this payload. */
  pong(payload: Buffer): void
  /** Nothing is taken from the line any more. */
  stopReading(): void
  closed(): boolean
  end(): void
}

const TEXT = 0x81
const PONG = 0x8a

function frame(kind: number, payload: Buffer): Buffer {
  const mask = randomBytes(4)
  const masked = Buffer.from(payload.map((byte, i) => byte ^ (mask[i % 4] ?? 0)))
  const long = payload.length > 125
  const head = Buffer.alloc(long ? 4 : 2)
  head[0] = kind
  head[1] = 0x80 | (long ? 126 : payload.length)
  if (long) head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, mask, masked])
}

export interface RawPageOptions {
  headers?: Record<string, string>
}

export async function openRawPage(url: string, options: RawPageOptions = {}): Promise<RawPage> {
  const { hostname, port } = new URL(url)
  const line = connect({ port: Number(port), host: hostname })
  let open = true
  line.on('close', () => {
    open = false
  })
  line.on('error', () => undefined)
  await once(line, 'connect')
  const headers = {
    host: `${hostname}:${port}`,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
    ...options.headers,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const request = ['GET /socket.io/?EIO=4&transport=websocket HTTP/1.1', ...lines, '', '']
  line.write(request.join('\r\n'))
  const [first]: Buffer[] = await Promise.race([
    once(line, 'data'),
    once(line, 'close').then(() => [Buffer.from('closed')]),
  ])
  line.resume()
  return {
    line,
    answer: (first ?? Buffer.of()).toString('latin1').split('\r\n')[0] ?? '',
    say: (text) => void (open && line.write(frame(TEXT, Buffer.from(text)))),
    pong: (payload) => void (open && line.write(frame(PONG, payload))),
    stopReading: () => void line.pause(),
    closed: () => !open,
    end: () => void line.destroy(),
  }
}
