/** Asks a cheap thing again and again from a thread of its own, and tells how long each answer took, ms. */
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { pause } from '#support/until.ts'

const { url } = z.object({ url: z.string() }).parse(workerData)
const waits: number[] = []
let stopped = false
parentPort?.once('message', () => {
  stopped = true
})
for (;;) {
  if (stopped) break
  const began = performance.now()
  await (await fetch(url)).text()
  waits.push(performance.now() - began)
  await pause(20)
}
parentPort?.postMessage(waits)
