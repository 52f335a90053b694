/** The load of the machine in the course of a run, so that a failure can be printed with the load at its time. */
import { availableParallelism, loadavg } from 'node:os'

const INTERVAL_MS = 5_000

export interface Sample {
  /** In milliseconds since 1970. */
  at: number
  /** The average over the minute before. */
  load: number
}

/** The last sample not after the time, or else the first. */
export const loadAt = (samples: readonly Sample[], at: number): number =>
  (samples.findLast((sample) => sample.at <= at) ?? samples[0])?.load ?? 0

/** Takes samples until the process ends, and does not keep it running. */
export function sampleLoad(): (at: number) => string {
  const samples: Sample[] = []
  const take = (): void => void samples.push({ at: Date.now(), load: loadavg()[0] ?? 0 })
  take()
  setInterval(take, INTERVAL_MS).unref()
  return (at) => `${loadAt(samples, at).toFixed(2)} on ${availableParallelism()} cores`
}
