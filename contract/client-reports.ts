/**
 * What a browser reports of errors and speed. No field takes free text, so that a report cannot carry what a user
 * typed, and its sender cannot write to the operators.
 */
import { z } from 'zod/mini'
import { timeMs } from '#contract/scalars.ts'

/** The page that reports: the app or the desk. */
export const reportPage = z.enum(['app', 'desk'])
export type ReportPage = z.infer<typeof reportPage>

/**
 * `error`: an exception that no code caught. `rejection`: the same of a promise. `render`: a page that could not be
 * drawn. `chunk`: code that did not load.
 */
export const faultKind = z.enum(['error', 'rejection', 'render', 'chunk'])
export type FaultKind = z.infer<typeof faultKind>

/** The names of errors that are told apart. Every other one is `Error`. */
export const errorName = z.enum([
  'Error',
  'AbortError',
  'AggregateError',
  'DataCloneError',
  'InvalidStateError',
  'NetworkError',
  'NotAllowedError',
  'NotFoundError',
  'NotSupportedError',
  'QuotaExceededError',
  'RangeError',
  'ReferenceError',
  'SecurityError',
  'SyntaxError',
  'TimeoutError',
  'TypeError',
  'URIError',
])

/** The length of a stack. */
export const STACK_MAX = 5

/** A place in a file of the app. Both numbers are 0 where only the file is known. */
export const codePlace = z.object({
  file: z.string().check(z.regex(/^[\w.-]{1,80}\.js$/)),
  line: z.int().check(z.gte(0), z.lte(1_000_000)),
  column: z.int().check(z.gte(0), z.lte(10_000_000)),
})
export type CodePlace = z.infer<typeof codePlace>

/** One error. `stack` has the places in files of the app, innermost first, and no other. */
export const clientFault = z.object({
  kind: faultKind,
  name: errorName,
  stack: z.array(codePlace).check(z.maxLength(STACK_MAX)),
})
/** A parsed error. */
export type ClientFault = z.infer<typeof clientFault>

/** Web vitals: the largest paint and the slowest answer to a tap in ms, and the sum of layout shifts. */
export const vital = z.enum(['lcp', 'inp', 'cls'])
export type Vital = z.infer<typeof vital>

/** The measurements of one page. A vital that the browser does not measure is left out. */
export const vitals = z.object({
  lcp: z.optional(z.number().check(z.gte(0), z.lte(600_000))),
  inp: z.optional(z.number().check(z.gte(0), z.lte(600_000))),
  cls: z.optional(z.number().check(z.gte(0), z.lte(1_000))),
})
/** Parsed measurements. */
export type Vitals = z.infer<typeof vitals>

/** The build of a page: the part of the name of its entry script that differs between builds. */
export const clientBuild = z.string().check(z.regex(/^[\w-]{8}$/))

/** The errors of one report. */
export const FAULTS_MAX = 5

/** One report of a page. */
export const clientReport = z.object({
  page: reportPage,
  build: clientBuild,
  faults: z.array(clientFault).check(z.maxLength(FAULTS_MAX)),
  vitals: z.optional(vitals),
})
export type ClientReport = z.infer<typeof clientReport>

/** What the desk groups by. `policy`: the browser stopped something that the content security policy forbids. */
export const reportKind = z.enum([...faultKind.options, 'policy', ...vital.options])
export type ReportKind = z.infer<typeof reportKind>

/** Equal reports as one row of the desk. */
export const reportGroup = z.object({
  id: z.string(),
  page: reportPage,
  /** Null for a build that this server never served, and where the browser names none (`policy`). */
  build: z.nullable(clientBuild),
  kind: reportKind,
  /** The name of the error; of a vital `good`, `middling` or `poor`; what the policy stopped. From fixed lists. */
  name: z.string(),
  /** The stack of the first report. Empty for builds that are unknown. */
  stack: z.array(codePlace),
  /** Pages that reported it, each once. */
  reports: z.int(),
  /** Networks that reported it, each counted once per hour. */
  networks: z.int(),
  firstAt: timeMs,
  lastAt: timeMs,
})
export type ReportGroup = z.infer<typeof reportGroup>
