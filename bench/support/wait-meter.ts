/**
 * Reads one address again and again from a process of its own, and measures how long each answer takes: what burdens
 * the server must not slow down the process that measures.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { pause } from '#support/until.ts'

const HERE = fileURLToPath(import.meta.url)
const EVERY_MS = 20

/** The waits until `work` has ended, ms. */
export async function waitsDuring(
  url: string,
  cookie: string,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const meter = fork(HERE, ['--measure', url, cookie])
  await once(meter, 'message')
  try {
    await work()
    const told = once(meter, 'message')
    meter.send('stop')
    const [waits = []]: number[][] = await told
    return waits
  } finally {
    meter.kill()
  }
}

async function measure(url: string, cookie: string): Promise<void> {
  const waits: number[] = []
  const signal = { stopped: false }
  process.once('message', () => {
    signal.stopped = true
  })
  const read = async (): Promise<void> => {
    const { status } = await fetch(url, { headers: { cookie } })
    if (status !== 200) throw new Error(`${url} was answered ${status}`)
  }
  // The first answer opens the connection.
  await read()
  process.send?.('ready')
  while (!signal.stopped) {
    const began = performance.now()
    await read()
    waits.push(performance.now() - began)
    await pause(EVERY_MS)
  }
  process.send?.(waits)
}
const [, main, task, url = '', cookie = ''] = process.argv
if (main === HERE && task === '--measure') await measure(url, cookie)
