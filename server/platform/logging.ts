/** Structured logs: one JSON line per event, with all credentials removed. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger } from 'pino'

const SECRET_FIELDS = ['password', 'tradingPassword', 'cookie', 'authorization', 'set-cookie']
const SECRET_PATHS = SECRET_FIELDS.flatMap((name) => {
  const field = name.includes('-') ? `["${name}"]` : name
  return [field, ...['*', '*.*', '*.*.*'].map((at) => at + (field === name ? `.${field}` : field))]
})

/** Errors of the database driver carry their connection and the failed row. Only what happened is logged. */
function shownError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  return {
    name,
    message,
    code,
    stack,
    ...(cause !== undefined && { cause: shownError(cause) }),
  }
}

/** Fields of every line that is logged within `run`, also by loggers that know nothing of a request. */
export const logFields = new AsyncLocalStorage<object>()

/** Creates the logger of the server. `level` is `debug`, `info`, `warn`, `error` or `silent`. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRET_PATHS, censor: '[removed]' },
    serializers: { err: shownError },
    // The logger of a request has its id already.
    mixin: (_line: object, _level: number, logger: Logger) =>
      'requestId' in logger.bindings() ? {} : { ...logFields.getStore() },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}
