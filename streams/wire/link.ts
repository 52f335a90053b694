/**
 * Keeps one connection up: it reconnects with jitter, detects a half-open socket, and stops when the session has ended.
 */
import { BehaviorSubject, type Observable } from 'rxjs'
import { reconnectDelayMs } from '#streams/wire/reconnect-delay.ts'
import { createSilence } from '#streams/wire/silence.ts'
import { createAlarm, type Timing } from '#streams/wire/timing.ts'
import type { Transport, TransportConnection } from '#streams/wire/transport.ts'

/** The state of the link. */
export type LinkStatus =
  /** The state at the start and after a renewal, in which no personal data may be shown. */
  | { status: 'connecting' }
  | { status: 'up'; polled?: true }
  | { status: 'down'; attempt: number; nextAttemptAt: number | null }
  | { status: 'ended' }

/** One logical connection that survives reconnects. */
export interface Link {
  status$: Observable<LinkStatus>
  isUp(): boolean
  send(event: string, payload: unknown): void
  /** Sends an event that is acknowledged. Nothing is sent while the link is down, and `answer` may never be called. */
  request(event: string, payload: unknown, answer: (reply: unknown) => void): void
  /** Closes the current connection and reconnects at once. */
  drop(): void
  renew(): void
  close(): void
}

/** The server sends at least every 5 s (its ping). After twice that time the connection is dead. */
const SILENCE_MS = 10_000
const CONNECT_TIMEOUT_MS = 10_000
/** A first attempt that hangs ends sooner, because the next ones do not depend on the socket alone. */
const FIRST_TIMEOUT_MS = 4_000

/** What a link depends on. */
export interface LinkParts {
  transport: Transport
  timing: Timing
  onFrame(data: unknown): void
}

/** Creates a link and connects at once. */
export function createLink({ transport, timing, onFrame }: LinkParts): Link {
  const status$ = new BehaviorSubject<LinkStatus>({ status: 'connecting' })
  const alarm = createAlarm(timing)
  const silence = createSilence(timing, SILENCE_MS, () => retry(0))
  let connection: TransportConnection | null = null
  let attempt = 0
  const isUp = (): boolean => status$.value.status === 'up'
  const disconnect = (): void => {
    alarm.clear()
    silence.stop()
    connection?.close()
    connection = null
  }
  const retry = (delayMs: number): void => {
    disconnect()
    attempt += 1
    status$.next({ status: 'down', attempt, nextAttemptAt: timing.monotonicMs() + delayMs })
    alarm.set(delayMs, () => {
      status$.next({ status: 'down', attempt, nextAttemptAt: null })
      connect()
    })
  }
  const retryLater = (): void => retry(reconnectDelayMs(attempt + 1, timing.random))
  const up = (polled?: true): void => {
    attempt = 0
    alarm.clear()
    silence.start()
    status$.next({ status: 'up', ...(polled && { polled }) })
  }
  const frame = (data: unknown): void => {
    silence.heard()
    onFrame(data)
  }
  const ended = (): void => {
    disconnect()
    status$.next({ status: 'ended' })
  }
  const connect = (): void => {
    alarm.set(attempt > 0 ? CONNECT_TIMEOUT_MS : FIRST_TIMEOUT_MS, retryLater)
    connection = transport({ up, down: retryLater, frame, alive: silence.heard, ended }, attempt)
  }
  connect()
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
      if (status$.value.status !== 'ended') retry(0)
    },
    renew: () => {
      disconnect()
      attempt = 0
      status$.next({ status: 'connecting' })
      connect()
    },
    close: () => {
      disconnect()
      // Code that still holds the link can no longer send or connect.
      status$.next({ status: 'ended' })
      status$.complete()
    },
  }
}
