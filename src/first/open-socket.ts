/** Opens the page's one socket before socket.io has come, and says its first words: it is taken over later. */
import type { EarlySocket } from '#streams'

const ENGINE = '/socket.io/?EIO=4&transport=websocket'
/** Engine.IO's and socket.io's own words. */
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
