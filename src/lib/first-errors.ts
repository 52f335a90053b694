/** Errors from before the code has loaded that reports them (client-reports.ts). */

/** An error that no code has caught. */
export type NotedError = ErrorEvent | PromiseRejectionEvent

interface PageOfErrors {
  errors?: NotedError[]
}
const page: PageOfErrors = globalThis as PageOfErrors

const ERRORS_MAX = 8

/** Keeps them from now on. The first script of the page calls this. */
export function keepErrors(): void {
  const errors: NotedError[] = []
  page.errors = errors
  const note = (event: NotedError): unknown => errors.length < ERRORS_MAX && errors.push(event)
  addEventListener('error', note)
  addEventListener('unhandledrejection', note)
}

/** The first errors of the page. */
export const firstErrors = (): readonly NotedError[] => page.errors ?? []
