/** For `fork`: asks a cheap thing again and again, and tells at the end how long each answer took, ms. */
import { pause } from '#support/until.ts'

const [, , url = ''] = process.argv
const waits: number[] = []
const signal = { stopped: false }
process.once('message', () => {
  signal.stopped = true
})
while (!signal.stopped) {
  const began = performance.now()
  await (await fetch(url)).text()
  waits.push(performance.now() - began)
  await pause(20)
}
process.send?.(waits)
