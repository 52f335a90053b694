/** Structured logs: one JSON line an event, with whatever could log somebody in taken out. */
import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger } from 'pino'

const SECRET_FIELDS = ['password', 'tradingPassword', 'cookie', 'authorization', 'set-cookie']
const SECRET_PATHS = SECRET_FIELDS.flatMap((name) => {
  const field = name.includes('-') ? `["${name}"]` : name
  return [field, ...['*', '*.*', '*.*.*'].map((at) => at + (field === name ? `.${field}` : field))]
})

export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRET_PATHS, censor: '[removed]' },
    // JSON knows no bigint.
    serializers: { userId: String, sessionId: String },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}
