import type { IChartApiBase, ITimeScaleApi } from 'lightweight-charts'
import type { Edges, LinkEnd } from '#features/chart/host/chart-link.ts'
import {
  eased,
  edgesOf,
  type Framing,
  framingFor,
  framingOf,
  type LiveSpan,
} from '#features/chart/live/live-views.ts'

export interface FollowerOptions {
  container: HTMLElement
  span: LiveSpan
  /** The view then moves once per second and without easing. */
  reducedMotion: boolean
  /** The time at which the next open order expires; null without one. */
  nextExpiry(): number | null
  /** The time, and the grid as it is drawn. */
  now(): FollowStep
  /** Whether what is under the pointer is shown, so that everything must be drawn where it is. */
  isPointed(): boolean
  /** Whether a slide can be shown by shifting what is drawn. */
  canSlide(): boolean
  /** Called with false when the user has moved away from now. */
  onFollowing(following: boolean): void
  link: LinkEnd
}

/** The time, and the grid of the chart: its first cell and its step. */
export interface FollowStep {
  nowMs: number
  first: number
  stepMs: number
}

/** Whether the user is moving a chart. */
interface Gestures {
  active(): boolean
  stop(): void
}

/** A wheel has no end of its own. */
const WHEEL_ENDS_AFTER_MS = 200

/** Knows whether fingers, a mouse button or the wheel are moving the chart. Calls `ended` after the last one. */
function watchGestures(container: HTMLElement, ended: () => void): Gestures {
  const pointers = new Set<number>()
  let wheel: ReturnType<typeof setTimeout> | undefined
  const finish = (): void => {
    // The chart handles the same event, perhaps later.
    wheel = undefined
    if (pointers.size === 0) ended()
  }
  const down = ({ pointerId }: PointerEvent): void => void pointers.add(pointerId)
  const up = ({ pointerId }: PointerEvent): void => {
    if (pointers.delete(pointerId) && wheel === undefined) wheel = setTimeout(finish)
  }
  const turn = (): void => {
    clearTimeout(wheel)
    wheel = setTimeout(finish, WHEEL_ENDS_AFTER_MS)
  }
  const controller = new AbortController()
  const { signal } = controller
  container.addEventListener('pointerdown', down, { signal, capture: true })
  container.addEventListener('wheel', turn, { signal, capture: true, passive: true })
  addEventListener('pointerup', up, { signal, capture: true })
  addEventListener('pointercancel', up, { signal, capture: true })
  return {
    active: () => pointers.size > 0 || wheel !== undefined,
    stop: () => {
      clearTimeout(wheel)
      controller.abort()
    },
  }
}

/** A slide by so many CSS pixels is left to the shift of what is drawn; beyond it, the edge would show. */
const MOST_SLIDE_PX = 4
/** The library draws twice for each movement, so those by less than a pixel of the screen are not worth it. */
const LEAST_DEVICE_PX = 1
const LEAST_MOVE_STILL_MS = 1_000
/** The edge of the chart is half a point after the last one. */
const HALF = 0.5

/** Keeps now in its place on the chart while time passes, and lets the user look elsewhere. */
export class Follower {
  readonly #options: FollowerOptions
  readonly #chart: IChartApiBase<number>
  readonly #scale: ITimeScaleApi<number>
  readonly #gestures: Gestures
  /** Chosen by the user; null for the view's own framing. */
  #chosen: Framing | null = null
  #following = true
  #framing: Framing
  #framedAt: number | null = null
  #last: Edges | null = null
  #slidPx = 0

  constructor(chart: IChartApiBase<number>, options: FollowerOptions) {
    this.#options = options
    this.#chart = chart
    this.#scale = chart.timeScale()
    this.#framing = framingFor(options.span.spanMs, null)
    this.#gestures = watchGestures(options.container, () => this.#settle())
    chart.subscribeDblClick(this.reset)
  }

  /** How far the view is beyond what the library has drawn, in CSS pixels: whole ones of the screen. */
  slidPx(): number {
    return this.#slidPx
  }

  /** Whether the library has to draw the view elsewhere. `atMs` is the time of the page. */
  isDue(atMs: number): boolean {
    if (this.#gestures.active()) {
      if (this.#movedTo() !== null) this.#options.link.lead()
      return this.#following && this.#slidPx !== 0
    }
    const led = this.#options.link.led()
    if (led !== null) return this.#isLedElsewhere(led)
    if (!this.#following) return false
    const passedMs = this.#framedAt === null ? Number.POSITIVE_INFINITY : atMs - this.#framedAt
    const { nowMs } = this.#options.now()
    this.#framing = this.#nextFraming(nowMs, passedMs)
    this.#framedAt = atMs
    return this.#isWorthARedraw(edgesOf(this.#framing, nowMs))
  }

  /** Moves the view to where `isDue` found that it should be. This draws the chart. */
  move(): void {
    const { nowMs, first, stepMs } = this.#options.now()
    const { fromMs, toMs } = edgesOf(this.#framing, nowMs)
    this.#last = { fromMs, toMs }
    this.#slidPx = 0
    this.#scale.setVisibleLogicalRange({
      from: fromMs / stepMs - first + HALF,
      to: toMs / stepMs - first - HALF,
    })
  }

  /** Keeps what is shown after all positions have moved by `cells`. */
  shift(cells: number): void {
    // The range of the last movement may not be applied yet, so it cannot be read back.
    if (this.#following && !this.#gestures.active()) return this.move()
    const range = this.#scale.getVisibleLogicalRange()
    if (range === null) return
    this.#scale.setVisibleLogicalRange({ from: range.from + cells, to: range.to + cells })
  }

  /** Returns to now and to the view's own span. */
  readonly reset = (): void => {
    this.#options.link.lead()
    this.#chosen = null
    this.#framedAt = null
    this.#last = null
    this.#slidPx = 0
    this.#setFollowing(true)
  }

  /** What is in view, or is about to be. */
  edges(): Edges | null {
    const step = this.#options.now()
    return this.#following && !this.#gestures.active()
      ? edgesOf(this.#framing, step.nowMs)
      : this.#shownEdges(step)
  }

  stop(): void {
    this.#gestures.stop()
    this.#chart.unsubscribeDblClick(this.reset)
  }

  #isWorthARedraw({ fromMs, toMs }: Edges): boolean {
    if (this.#last === null) return true
    const pixelMs = this.#framing.spanMs / Math.max(1, this.#scale.width())
    const { reducedMotion, isPointed, canSlide } = this.#options
    const fromPx = (fromMs - this.#last.fromMs) / pixelMs
    const toPx = (toMs - this.#last.toMs) / pixelMs
    const isSlide = Math.abs(fromPx - toPx) < LEAST_DEVICE_PX / 2
    const slides = isSlide && !reducedMotion && !isPointed() && canSlide()
    if (slides && Math.abs(fromPx) < MOST_SLIDE_PX) {
      this.#slidPx = Math.trunc(fromPx * devicePixelRatio) / devicePixelRatio
      return false
    }
    const leastPx = reducedMotion
      ? LEAST_MOVE_STILL_MS / pixelMs
      : LEAST_DEVICE_PX / devicePixelRatio
    return Math.max(Math.abs(fromPx), Math.abs(toPx)) >= leastPx
  }

  #nextFraming(nowMs: number, passedMs: number): Framing {
    if (this.#chosen !== null) return this.#chosen
    const { span, nextExpiry, reducedMotion } = this.#options
    const expiry = nextExpiry()
    const left = expiry === null || expiry < nowMs ? null : expiry - nowMs
    const { spanMs, aheadMs } = framingFor(span.spanMs, left)
    const from = this.#framing.aheadMs
    return { spanMs, aheadMs: reducedMotion ? aheadMs : eased(from, aheadMs, passedMs) }
  }

  #shownEdges({ first, stepMs }: FollowStep): Edges | null {
    const range = this.#scale.getVisibleLogicalRange()
    if (range === null) return null
    return {
      fromMs: (first + range.from - HALF) * stepMs,
      toMs: (first + range.to + HALF) * stepMs,
    }
  }

  /** Where the user has moved the view; null while it is where it was, or has none. */
  #movedTo(): Edges | null {
    const step = this.#options.now()
    const edges = this.#shownEdges(step)
    if (edges === null || this.#last === null) return null
    const movedMs = Math.max(
      Math.abs(edges.fromMs - this.#last.fromMs),
      Math.abs(edges.toMs - this.#last.toMs),
    )
    return movedMs <= step.stepMs && this.#following ? null : edges
  }

  /** After a gesture: follows the new framing, or stops following if now is not in it. */
  #settle(): void {
    const edges = this.#movedTo()
    if (edges === null) return
    this.#options.link.lead()
    this.#chosen = framingOf(edges, this.#options.now().nowMs)
    this.#setFollowing(this.#chosen !== null)
  }

  /** Takes over what the chart beside this one shows. Returns whether the library has to draw for it. */
  #isLedElsewhere(led: Edges): boolean {
    const { nowMs } = this.#options.now()
    this.#chosen = framingOf(led, nowMs)
    this.#setFollowing(this.#chosen !== null)
    this.#framing = { spanMs: led.toMs - led.fromMs, aheadMs: led.toMs - nowMs }
    this.#framedAt = null
    return this.#isWorthARedraw(led)
  }

  #setFollowing(next: boolean): void {
    if (next !== this.#following) this.#options.onFollowing(next)
    if (!next) this.#slidPx = 0
    this.#following = next
  }
}
