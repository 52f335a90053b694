/** A real server in a process of its own, with a market that stands still: what its memory does, the requests did. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type TestServerOptions, testServer } from '#support/server.ts'
import { Visitor } from '#support/visitor.ts'

const HERE = fileURLToPath(import.meta.url)
const ready = z.object({ url: z.string(), cookies: z.array(z.tuple([z.string(), z.string()])) })

export interface QuietServer {
  pid: number
  /** Logged in. */
  visitor: Visitor
  stop(): Promise<void>
}

export type QuietServerOptions = Pick<TestServerOptions, 'config' | 'hashCost'>

export async function quietServer(options: QuietServerOptions = {}): Promise<QuietServer> {
  const child = fork(HERE, ['--serve', JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // As scripts/start.mjs sets it.
    env: { ...process.env, MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' },
  })
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  const told = await new Promise<unknown>((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', () => reject(new Error('the quiet server ended while starting')))
  })
  const { url, cookies } = ready.parse(told)
  const visitor = new Visitor(url)
  for (const [name, value] of cookies) visitor.cookies.set(name, value)
  return {
    pid: child.pid ?? 0,
    visitor,
    stop: () => {
      if (child.connected) child.send('stop')
      return exited
    },
  }
}

async function serve(options: QuietServerOptions): Promise<void> {
  const server = await testServer({
    ...options,
    config: { practice: false, ...options.config },
  })
  const { visitor } = await server.registerUser()
  process.once('message', () => void server.close().then(() => process.exit(0)))
  process.send?.({ url: server.url, cookies: [...visitor.cookies] })
}
if (process.argv[1] === HERE && process.argv[2] === '--serve') {
  await serve(JSON.parse(process.argv[3] ?? '{}'))
}
