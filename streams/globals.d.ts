/**
 * All that streams may use of the browser. This project has neither the DOM types nor those of Node, so that any other
 * global does not compile. The projects that import streams see their own declarations of these names.
 */

/** The part of a socket that taking it over needs. */
interface WebSocket {
  readonly readyState: number
  readonly CONNECTING: number
  readonly OPEN: number
  addEventListener(type: 'open' | 'close' | 'error', heard: (event: unknown) => void): void
  addEventListener(type: 'message', heard: (event: { data: unknown }) => void): void
  send(data: string | ArrayBuffer): void
  close(): void
}

declare function fetch(
  address: string,
  request: { method: 'POST'; headers: Record<string, string>; body: string },
): Promise<{ ok: boolean; status: number; json(): Promise<unknown> }>
declare const performance: { now(): number }
declare function setTimeout(run: () => void, ms: number): number
declare function clearTimeout(timer: number): void
declare function queueMicrotask(run: () => void): void
