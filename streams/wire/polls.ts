/**
 * Asks the server for the frames of the open topics, again and again, and answers the requests of the wire from what
 * came back: to the topics it looks like a slow socket.
 */
import { type FrameReply, frameReply, type FrameRequest } from '#contract/frames.ts'
import { SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import { subscribeRequest, visibleRequest } from '#contract/topics.ts'
import { createPolledTopic, type PolledTopic } from '#streams/wire/polled-topic.ts'
import { type Alarm, createAlarm, type Timing } from '#streams/wire/timing.ts'
import type { TransportConnection } from '#streams/wire/transport.ts'

/** What the server answered to one request: no reply if it has no session for the topics of a user. */
export type Asked = { reply: unknown } | 'not_logged_in'
/** Sends one request. `own` names the endpoint for users. It rejects if no valid answer arrives. */
export type Ask = (request: FrameRequest, own: boolean) => Promise<Asked>

/** From one request to the next. */
export const POLL_EVERY_MS = 2_000
/** While an order may be signed, which needs a record of the log that is at most two seconds old. */
export const POLL_FAST_MS = 750
/** Requests that follow from what the page opens wait this long for each other. */
const GATHER_MS = 30
/** The least time between two requests, however fast the page scrolls or slow the answers are. */
const POLL_GAP_MS = 400
/** A request without an answer for this long has failed. */
const ASK_TIMEOUT_MS = 5_000
/** Answers that may fail in a row before the connection counts as lost. */
const FAILURES_MAX = 2

/** What polling depends on. */
export interface PollsParts {
  timing: Timing
  ask: Ask
  /** Called after the first answer since the start. */
  onFirst(): void
  onAnswer(): void
  onFrame(frame: unknown): void
  /** The server ended the session of this page. */
  onEnded(): void
  /** No answer. `wasUp` if there had been one since the start. Polling has stopped then. */
  onFailure(wasUp: boolean): void
}

const NOTHING: FrameRequest = { topics: [], visible: { list: [], detail: [] } }
const isHead = (topic: string): boolean => topic.startsWith('head:')

/** The polling of one connection attempt, which takes the requests of the wire like a socket. It starts stopped. */
export class Polls implements Omit<TransportConnection, 'close'> {
  readonly #parts: PollsParts
  readonly #next: Alarm
  readonly #timeout: Alarm
  readonly #topics = new Map<string, PolledTopic>()
  #visible = NOTHING.visible
  /** Undefined until the server has said whether the page has a session. */
  #own: boolean | undefined
  #isRunning = false
  #hasFailed = false
  #isUp = false
  #misses = 0
  #turn = 0
  #isAsking = false
  #askedAt = -Infinity
  /** Whether the page has opened something since the request that is under way. */
  #isDue = false

  constructor(parts: PollsParts) {
    this.#parts = parts
    this.#next = createAlarm(parts.timing)
    this.#timeout = createAlarm(parts.timing)
  }
  start(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    this.#hasFailed = false
    this.#poll()
  }
  /** Stops asking. Topics are requested again after the next start. */
  stop(): void {
    this.#isRunning = false
    this.#isUp = false
    this.#isAsking = false
    this.#isDue = false
    this.#misses = 0
    this.#turn += 1
    this.#next.clear()
    this.#timeout.clear()
    this.#topics.clear()
  }
  /** Whether the last start has failed. */
  hasFailed(): boolean {
    return this.#hasFailed
  }
  send(event: string, payload: unknown): void {
    if (event !== SOCKET_EVENTS.visible) return
    this.#visible = visibleRequest.parse(payload)
    this.#pollSoon()
  }
  request(event: string, payload: unknown, answer: (reply: unknown) => void): void {
    if (event === SOCKET_EVENTS.clock) return void this.#askTime(answer)
    const request = subscribeRequest.parse(payload)
    if (event === SOCKET_EVENTS.subscribe) {
      this.#topics.set(request.topic, createPolledTopic(request, answer, this.#parts.timing))
      return this.#pollSoon()
    }
    this.#topics.delete(request.topic)
    answer({ ok: true })
  }
  #sinceAsked(): number {
    return this.#parts.timing.monotonicMs() - this.#askedAt
  }
  #pollSoon(): void {
    this.#isDue = this.#isAsking || !this.#isRunning
    if (!this.#isDue) this.#pollIn(Math.max(GATHER_MS, POLL_GAP_MS - this.#sinceAsked()))
  }
  #pollIn(ms: number): void {
    this.#next.set(ms, () => this.#poll())
  }
  #pollLater(): void {
    this.#isAsking = false
    if (this.#isDue) return this.#pollSoon()
    const pace = [...this.#topics.keys()].some(isHead) ? POLL_FAST_MS : POLL_EVERY_MS
    this.#pollIn(Math.max(POLL_GAP_MS, pace - this.#sinceAsked()))
  }
  /** Asks with the session if there is one. Rejects without a valid answer. */
  async #ask(request: FrameRequest): Promise<FrameReply | 'ended'> {
    const first = await this.#parts.ask(request, this.#own ?? true)
    if (first !== 'not_logged_in') {
      this.#own ??= true
      return frameReply.parse(first.reply)
    }
    if (this.#own === true) return 'ended'
    this.#own = false
    const second = await this.#parts.ask(request, false)
    if (second === 'not_logged_in') throw new Error('a public topic needs no session')
    return frameReply.parse(second.reply)
  }
  #poll(): void {
    this.#turn += 1
    const turn = this.#turn
    this.#isAsking = true
    this.#isDue = false
    this.#askedAt = this.#parts.timing.monotonicMs()
    const miss = (): void => {
      if (turn === this.#turn) this.#miss()
    }
    this.#timeout.set(ASK_TIMEOUT_MS, miss)
    const topics = [...this.#topics.values()].map((topic) => topic.request())
    this.#ask({ topics, visible: this.#visible }).then((reply) => {
      if (turn === this.#turn) this.#receive(reply)
    }, miss)
  }
  #miss(): void {
    this.#turn += 1
    this.#timeout.clear()
    this.#misses += 1
    if (this.#isUp && this.#misses < FAILURES_MAX) return this.#pollLater()
    const wasUp = this.#isUp
    this.stop()
    this.#hasFailed = true
    this.#parts.onFailure(wasUp)
  }
  #receive(reply: FrameReply | 'ended'): void {
    this.#timeout.clear()
    if (reply === 'ended') {
      this.stop()
      return this.#parts.onEnded()
    }
    const turn = this.#turn
    this.#misses = 0
    this.#parts.onAnswer()
    this.#pass(reply)
    if (!this.#isUp && turn === this.#turn) {
      this.#isUp = true
      this.#parts.onFirst()
    }
    if (turn === this.#turn) this.#pollLater()
  }
  #pass({ refused, frames }: FrameReply): void {
    for (const { topic, code } of refused) {
      this.#topics.get(topic)?.answer({ ok: false, code })
      this.#topics.delete(topic)
    }
    for (const topic of this.#topics.values()) topic.answer({ ok: true })
    for (const frame of frames) {
      const ours = this.#topics.get(frame[0])?.accept(frame)
      if (ours !== undefined) this.#parts.onFrame(ours)
    }
  }
  async #askTime(answer: (reply: unknown) => void): Promise<void> {
    try {
      const reply = await this.#ask(NOTHING)
      if (reply !== 'ended') answer(reply.serverTime)
    } catch {
      // A probe that is lost has no answer, as on a socket.
    }
  }
}

/** Sends a request to the server of the page. */
export const askServer: Ask = async (request, own) => {
  const response = await fetch(own ? '/api/frames/own' : '/api/frames', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
  if (own && response.status === 401) return 'not_logged_in'
  if (!response.ok) throw new Error(`status ${response.status}`)
  return { reply: await response.json() }
}
