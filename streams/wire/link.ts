/** Keeps one connection up: tries again with jitter, notices a half-open socket, stops when the session has ended. */
import { BehaviorSubject, type Observable } from 'rxjs'
import { reconnectDelayMs } from '#streams/wire/reconnect-delay.ts'
import type { Cancel, Timing } from '#streams/wire/timing.ts'
import type { Transport, TransportConnection } from '#streams/wire/transport.ts'

export type LinkStatus =
  /** No session's data may show: at start, and after a renewal. */
  | { status: 'connecting' }
  | { status: 'up' }
  | { status: 'down'; attempt: number; nextAttemptAt: number | null }
  | { status: 'ended' }

export interface Link {
  status$: Observable<LinkStatus>
  isUp(): boolean
  send(event: string, payload: unknown): void
  /** Not sent while down; `answer` may never come. */
  request(event: string, payload: unknown, answer: (reply: unknown) => void): void
  /** Gives this connection up and tries again at once. */
  drop(): void
  renew(): void
  close(): void
}

/** The server speaks at least every 5 s (its ping); twice that in silence is a dead line. */
const SILENCE_MS = 10_000
const CONNECT_TIMEOUT_MS = 10_000

export interface LinkParts {
  transport: Transport
  timing: Timing
  onFrame(data: unknown): void
}

export function createLink({ transport, timing, onFrame }: LinkParts): Link {
  const status$ = new BehaviorSubject<LinkStatus>({ status: 'connecting' })
  let connection: TransportConnection | null = null
  let attempt = 0
  let heardAt = 0
  let cancelTimer: Cancel = () => undefined
  const set = (next: LinkStatus): void => status$.next(next)
  const after = (ms: number, run: () => void): void => {
    cancelTimer()
    cancelTimer = timing.after(ms, run)
  }
  const disconnect = (): void => {
    cancelTimer()
    connection?.close()
    connection = null
  }
  const watchSilence = (): void => {
    const left = heardAt + SILENCE_MS - timing.monotonicMs()
    if (left <= 0) retry(0)
    else after(left, watchSilence)
  }
  const retry = (delayMs: number): void => {
    disconnect()
    attempt += 1
    set({ status: 'down', attempt, nextAttemptAt: timing.monotonicMs() + delayMs })
    after(delayMs, () => {
      set({ status: 'down', attempt, nextAttemptAt: null })
      connect()
    })
  }
  const retryLater = (): void => retry(reconnectDelayMs(attempt + 1, timing.random))
  const connect = (): void => {
    after(CONNECT_TIMEOUT_MS, retryLater)
    const heard = (): void => {
      heardAt = timing.monotonicMs()
    }
    connection = transport({
      up: () => {
        attempt = 0
        heard()
        watchSilence()
        set({ status: 'up' })
      },
      down: retryLater,
      frame: (data) => {
        heard()
        onFrame(data)
      },
      alive: heard,
      ended: () => {
        disconnect()
        set({ status: 'ended' })
      },
    })
  }
  connect()
  const isUp = (): boolean => status$.value.status === 'up'
  return {
    status$,
    isUp,
    send: (event, payload) => {
      if (isUp()) connection?.send(event, payload)
    },
    request: (event, payload, answer) => {
      if (isUp()) connection?.request(event, payload, answer)
    },
    drop: () => {
      if (status$.value.status === 'ended') return
      retry(0)
    },
    renew: () => {
      disconnect()
      attempt = 0
      set({ status: 'connecting' })
      connect()
    },
    close: () => {
      disconnect()
      status$.complete()
    },
  }
}
