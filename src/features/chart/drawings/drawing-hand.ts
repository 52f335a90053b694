import {
  anchorAt,
  drawingAt,
  type DrawingPlane,
  drawingShapeOf,
  partAt,
  type Point,
} from '#features/chart/drawings/drawing-shapes.ts'
import {
  type Anchor,
  type Draft,
  type Drawing,
  moved,
  type Part,
  type Tool,
} from '#features/chart/drawings/drawings.ts'

export interface HandState {
  drawings: readonly Drawing[]
  /** The number of the selected drawing; null for none. */
  selected: number | null
  /** What the next touch draws; null while the chart is only looked at. */
  tool: Tool | null
}

export interface BoardEvents {
  /** A drawing was placed. A note has no text yet. */
  onPlaced(draft: Draft): void
  onMoved(drawing: Drawing): void
  onSelect(id: number | null): void
}

interface Board {
  /** Null while the chart has no axes. */
  plane(): DrawingPlane | null
  state(): HandState
  changed(): void
}

type Act =
  | { kind: 'move'; drawing: Drawing; part: Part; from: Anchor; now: Drawing }
  | { kind: 'place'; start: Point; draft: Draft }

/** A shorter way is a tap. */
const LEAST_DRAG_PX = 8

/**
 * What a finger or the mouse does to drawings. A touch belongs to it only while a tool is chosen, or if it begins on
 * the selected drawing; every other touch reaches the chart, so that it can be moved and the page scrolled.
 */
export class DrawingHand {
  readonly #container: HTMLElement
  readonly #board: Board
  readonly #events: BoardEvents
  readonly #controller = new AbortController()
  #pointer: number | null = null
  #act: Act | null = null
  /** The first end of a trend line that is placed by two taps. */
  #first: Anchor | null = null

  constructor(container: HTMLElement, board: Board, events: BoardEvents) {
    this.#container = container
    this.#board = board
    this.#events = events
    const { signal } = this.#controller
    const options = { signal, capture: true }
    container.addEventListener('pointerdown', this.#down, options)
    container.addEventListener('pointermove', this.#move, options)
    container.addEventListener('pointerup', this.#up, options)
    container.addEventListener('pointercancel', () => this.drop(), options)
    // The chart listens to these, and the page scrolls by the second one.
    container.addEventListener('mousedown', this.#keep, options)
    container.addEventListener('touchstart', this.#keep, { ...options, passive: false })
  }

  stop(): void {
    this.#controller.abort()
  }

  /** Ends without a change. */
  drop(): void {
    this.#pointer = null
    this.#act = null
    this.#first = null
    this.#board.changed()
  }

  /** A tap that reached the chart selects the drawing at that point, or nothing. */
  tap(point: Point): void {
    const plane = this.#board.plane()
    const { drawings, tool, selected } = this.#board.state()
    if (plane === null || tool !== null) return
    const next = drawingAt(drawings, point, plane)?.drawing.id ?? null
    if (next !== selected) this.#events.onSelect(next)
  }

  /** A drawing as it is while it is moved. */
  shown(drawing: Drawing): Drawing {
    const act = this.#act
    return act?.kind === 'move' && act.drawing.id === drawing.id ? act.now : drawing
  }

  /** The drawing that is being placed. */
  draft(): Draft | null {
    if (this.#act?.kind === 'place') return this.#act.draft
    return this.#first && { kind: 'trend', from: this.#first, to: this.#first }
  }

  #pointOf({ clientX, clientY }: PointerEvent): Point {
    const { left, top } = this.#container.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }

  #begin(point: Point, plane: DrawingPlane): Act | null {
    const { tool, drawings, selected } = this.#board.state()
    const at = anchorAt(point, plane)
    if (at === null) return null
    if (tool === 'level')
      return { kind: 'place', start: point, draft: { kind: tool, price: at.price } }
    if (tool === 'note') return { kind: 'place', start: point, draft: { kind: tool, at, text: '' } }
    if (tool === 'trend') {
      return { kind: 'place', start: point, draft: { kind: tool, from: this.#first ?? at, to: at } }
    }
    const drawing = drawings.find(({ id }) => id === selected)
    const shape = drawing && drawingShapeOf(drawing, plane)
    const part = shape ? partAt(shape, point) : null
    return drawing && part ? { kind: 'move', drawing, part, from: at, now: drawing } : null
  }

  readonly #down = (event: PointerEvent): void => {
    const plane = this.#board.plane()
    if (!event.isPrimary || event.button !== 0 || plane === null) return
    const point = this.#pointOf(event)
    if (point.x > plane.width || point.y > plane.height) return
    this.#act = this.#begin(point, plane)
    if (this.#act === null) return
    this.#pointer = event.pointerId
    this.#container.setPointerCapture?.(event.pointerId)
    this.#board.changed()
  }

  readonly #keep = (event: Event): void => {
    if (this.#pointer === null) return
    event.stopPropagation()
    if (event.cancelable) event.preventDefault()
  }

  readonly #move = (event: PointerEvent): void => {
    const act = this.#act
    const plane = this.#board.plane()
    if (act === null || plane === null || event.pointerId !== this.#pointer) return
    const at = anchorAt(this.#pointOf(event), plane)
    if (at === null) return
    this.#act = act.kind === 'move' ? dragged(act, at) : { ...act, draft: stretched(act.draft, at) }
    this.#board.changed()
  }

  readonly #up = (event: PointerEvent): void => {
    const act = this.#act
    if (act === null || event.pointerId !== this.#pointer) return
    const point = this.#pointOf(event)
    const isTap =
      act.kind === 'place' &&
      Math.hypot(point.x - act.start.x, point.y - act.start.y) < LEAST_DRAG_PX
    const first = this.#first
    this.drop()
    if (act.kind === 'move') {
      if (act.now !== act.drawing) this.#events.onMoved(act.now)
    } else if (act.draft.kind === 'trend' && isTap && first === null) this.#first = act.draft.from
    else this.#events.onPlaced(act.draft)
    this.#board.changed()
  }
}

function dragged(act: Extract<Act, { kind: 'move' }>, at: Anchor): Act {
  const byMs = at.timeMs - act.from.timeMs
  return { ...act, now: moved(act.drawing, act.part, byMs, at.price - act.from.price) }
}

/** The draft with its last point elsewhere. */
function stretched(draft: Draft, at: Anchor): Draft {
  if (draft.kind === 'level') return { ...draft, price: at.price }
  return draft.kind === 'note' ? { ...draft, at } : { ...draft, to: at }
}
