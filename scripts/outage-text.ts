/** How the commands name an outage whose prices were filled in afterwards. */
import type { Outage } from '#rules/outage.ts'

const timeText = (ms: number): string => new Date(ms).toISOString()

/** `20.134 s late, after an outage from … to …`, with times in UTC. */
export const outageText = (lateMs: number, { fromMs, writtenAt }: Outage): string =>
  `${(lateMs / 1_000).toFixed(3)} s late, after an outage from ${timeText(fromMs)} to ${timeText(writtenAt)}`
