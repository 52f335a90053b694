/** A line from one phone to the server that a journey cuts: nothing gets through, as without a network. */
import { startSocketProxy } from '#support/socket-proxy.ts'
import type { ClockedServer } from './clocked.ts'
import { expect, test as base } from './fixtures.ts'

/** Nothing listens there: a connection is refused at once. */
const DEAD_PORT = 1

interface Line {
  cut(): void
  restore(): void
}

/** `server` as before, but under the address of the line, so that everything of the page goes through it. */
export const test = base.extend<{ line: Line & { server: ClockedServer } }>({
  line: async ({ server }, use) => {
    const port = Number(new URL(server.url).port)
    const proxy = await startSocketProxy(port)
    await use({
      server: { ...server, url: proxy.url },
      cut: () => {
        proxy.target = DEAD_PORT
        proxy.cut()
      },
      restore: () => {
        proxy.target = port
        proxy.cut()
      },
    })
    await proxy.close()
  },
})
export { expect }
