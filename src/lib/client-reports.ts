/**
 * Reports errors and web vitals of this page to its own server: never a message or an address, only places in files of
 * the app. The page loads this after its first prices (src/first/head.ts).
 */
import {
  type ClientFault,
  type ClientReport,
  errorName,
  type FaultKind,
  FAULTS_MAX,
  type ReportPage,
  STACK_MAX,
  type Vitals,
} from '#contract/client-reports.ts'
import { sendClientReport } from '#contract/endpoints/client-reports.ts'
import { buildOfPage } from '#lib/build-of-page.ts'
import { firstErrors, type NotedError } from '#lib/first-errors.ts'
import { observeVitals } from '#lib/web-vitals.ts'

/** Different errors per page. A page that has more of them is broken, which these say. */
const REPORTED_MAX = 10
/** Errors that follow from each other are sent together. */
const TOGETHER_MS = 1_000

const FILE = /\/assets\/([\w.-]+\.js)(?::(\d+):(\d+))?/

/** The places of a stack that are in files of the app. All else is left out, the message first of all. */
export function placesIn(text: string, origin: string): ClientFault['stack'] {
  return text
    .split('\n')
    .flatMap((line) => {
      const at = line.indexOf(`${origin}/assets/`)
      const [, file, row, column] = at === -1 ? [] : (FILE.exec(line.slice(at)) ?? [])
      return file === undefined
        ? []
        : [{ file, line: Number(row ?? 0), column: Number(column ?? 0) }]
    })
    .slice(0, STACK_MAX)
}

/** The report of an error. Null if it is not of the app, but of an extension for example. */
export function faultOf(kind: FaultKind, error: unknown, origin: string): ClientFault | null {
  if (!(error instanceof Error)) return null
  const { stack: text = '', name, message } = error
  // The message of a failed import names the file. Its stack, if any, is that of the code that asked for it.
  const stack = kind === 'chunk' ? placesIn(message, origin) : placesIn(text, origin)
  if (stack.length === 0 && kind !== 'chunk') return null
  return { kind, name: errorName.safeParse(name).data ?? 'Error', stack }
}

interface ReporterParts {
  page: ReportPage
  build: string
  origin: string
  send(report: ClientReport): void
  wait(run: () => void, ms: number): void
}

/** Collects the errors of a page: each one once, and a limited number. */
export function createReporter({ page, build, origin, send, wait }: ReporterParts) {
  const seen = new Set<string>()
  const waiting: ClientFault[] = []
  const flush = (vitals?: Vitals): void => {
    const faults = waiting.splice(0, FAULTS_MAX)
    if (faults.length > 0 || vitals !== undefined)
      send({ page, build, faults, ...(vitals !== undefined && { vitals }) })
    if (waiting.length > 0) wait(flush, TOGETHER_MS)
  }
  return {
    note: (kind: FaultKind, error: unknown): void => {
      const fault = faultOf(kind, error, origin)
      const key = JSON.stringify(fault && { ...fault, stack: fault.stack[0] })
      if (fault === null || seen.has(key) || seen.size >= REPORTED_MAX) return
      seen.add(key)
      waiting.push(fault)
      if (waiting.length === 1) wait(flush, TOGETHER_MS)
    },
    flush,
  }
}

/** Without cookies, so that the server cannot tell whose page it is. */
function post(report: ClientReport): void {
  if (!navigator.onLine) return
  void fetch(`/api${sendClientReport.path}`, {
    method: sendClientReport.method,
    body: JSON.stringify(report),
    headers: { 'content-type': 'application/json' },
    credentials: 'omit',
    referrer: '',
    keepalive: true,
  }).catch(() => undefined)
}

function start() {
  const build = buildOfPage()
  if (build === null) return null
  const page = location.pathname.startsWith('/desk') ? 'desk' : 'app'
  const reporter = createReporter({
    page,
    build,
    origin: location.origin,
    send: post,
    wait: (run, ms) => void setTimeout(run, ms),
  })
  const hear = (event: NotedError): void =>
    'reason' in event
      ? reporter.note('rejection', event.reason)
      : reporter.note('error', event.error)
  firstErrors().forEach(hear)
  addEventListener('error', hear)
  addEventListener('unhandledrejection', hear)
  addEventListener('vite:preloadError', ({ payload }) => {
    if (navigator.onLine) reporter.note('chunk', payload)
  })
  observeVitals((vitals) => reporter.flush(vitals))
  return reporter
}

const reporter = start()

/** Reports an error that was caught, because its user saw it. */
export function noteError(kind: FaultKind, error: unknown): void {
  reporter?.note(kind, error)
}
