/**
 * Opens the page's only socket before socket.io has loaded and sends its first packets. socket.io takes the socket over
 * later.
 */
import type { EarlySocket } from '#streams'

const ENGINE = '/socket.io/?EIO=4&transport=websocket'
/** Packets of Engine.IO and socket.io. */
const CONNECT = '40'
const PING = '2'
const PONG = '3'
const isOpening = (text: string): boolean => text.startsWith('0') || text.startsWith(CONNECT)

export function openSocket(): EarlySocket {
  const socket = new WebSocket(location.origin.replace(/^http/, 'ws') + ENGINE)
  const early: EarlySocket = { socket, opening: [], taken: false }
  socket.addEventListener('open', () => socket.send(CONNECT))
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (early.taken || typeof data !== 'string') return
    if (isOpening(data)) early.opening.push(data)
    if (data === PING) socket.send(PONG)
  })
  return early
}
