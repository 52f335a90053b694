/** The socket hub in a process of its own, so that a test can weigh what its clients cost it: run by `fork`. */
import { startHubServer } from '#support/hub-server.ts'

const server = await startHubServer()
const key = 'candles:EURUSD:1m'
server.hub.addPublic({
  name: 'candles',
  snapshot: async () => ({
    seq: 0,
    data: Array.from({ length: 300 }, (_, n) => [1_795_000_000_000 + n * 60_000, 1, 2, 3, 4, 5, 6]),
  }),
})
let seq = 0
setInterval(() => server.hub.broadcast(key, (seq += 1), [1, 2, 3, 4, 5, 6]), 50)
process.on('message', () => process.send?.({ rss: process.memoryUsage().rss }))
process.send?.({ url: server.url })
