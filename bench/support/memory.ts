/** What a process keeps when all garbage has been collected, and how fast that grows. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

/** Bytes after a collection of all garbage. */
export function keptMemory(): { heap: number; rss: number } {
  if (typeof collect !== 'function') throw new Error('garbage cannot be collected')
  collect()
  const { heapUsed, rss } = process.memoryUsage()
  return { heap: heapUsed, rss }
}

export interface MemorySample {
  seconds: number
  bytes: number
}
/** Bytes per second: the slope of the straight line that fits the samples best. */
export function growthOf(samples: readonly MemorySample[]): number {
  const mean = (read: (sample: MemorySample) => number): number =>
    samples.reduce((sum, sample) => sum + read(sample), 0) / samples.length
  const [seconds, bytes] = [mean((sample) => sample.seconds), mean((sample) => sample.bytes)]
  const spread = mean((sample) => (sample.seconds - seconds) ** 2)
  return mean((sample) => (sample.seconds - seconds) * (sample.bytes - bytes)) / spread
}
