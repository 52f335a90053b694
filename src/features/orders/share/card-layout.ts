/** Where everything on the picture of a result is. It knows neither a canvas nor an order. */
import { type Fitted, fitText, type Font, type Ruler } from '#features/orders/share/text-fit.ts'

export const CARD_WIDTH = 1_080
export const CARD_HEIGHT = 1_350
const MARGIN = 72
const INNER = CARD_WIDTH - 2 * MARGIN
const QR_SIZE = 264
const GAP = 40
const FOOTER_TOP = CARD_HEIGHT - MARGIN - QR_SIZE
/** How much smaller everything above the code may become in order to fit. */
const SCALES = [1, 0.92, 0.84, 0.76, 0.68] as const

export type Tone = 'ink' | 'quiet' | 'faint' | 'brand' | 'up' | 'down' | 'warn'

/** A figure with its name above it and a note below it. */
interface Cell {
  label: string
  value: string
  note: string
}

/** All texts of the picture, in one language. */
export interface CardTexts {
  language: string
  app: string
  /** Says that it is practice money; null if it is not. */
  badge: string | null
  product: string
  terms: { text: string; tone: Tone }
  result: { text: string; tone: Tone }
  why: string
  /** Stake and result, only if the user wants them to be seen. */
  amounts: readonly Cell[]
  prices: readonly Cell[]
  day: string
  scan: string
  /** The server's name, where the code is valid. */
  host: string
  anonymous: string
}

export type Mark =
  | { kind: 'text'; text: string; x: number; y: number; font: Font; tone: Tone }
  | { kind: 'pill'; x: number; y: number; width: number; height: number }
  | { kind: 'line'; y: number }
  | { kind: 'code'; x: number; y: number; size: number }

export interface CardLayout {
  marks: Mark[]
  /** Which of SCALES it needed. */
  scale: number
  /** Where the parts above the code end. They must not reach into the part with the code. */
  endY: number
  footerY: number
  /** The lowest text. */
  bottomY: number
}

const LINE_HEIGHT = 1.32
const BASELINE = 0.98
const heightOf = ({ lines, font }: Fitted): number => lines.length * font.sizePx * LINE_HEIGHT

/** Puts texts below each other. */
class Column {
  readonly marks: Mark[] = []
  y: number
  readonly #texts: Pick<CardTexts, 'language'>
  readonly #ruler: Ruler
  readonly #scale: number

  constructor(texts: Pick<CardTexts, 'language'>, ruler: Ruler, at: { y: number; scale: number }) {
    this.#texts = texts
    this.#ruler = ruler
    this.#scale = at.scale
    this.y = at.y
  }

  skip(pixels: number): void {
    this.y += pixels * this.#scale
  }

  fit(text: string, style: Style): Fitted {
    const [largest, ...smaller] = style.sizes
    const scaled = (size: number): number => Math.round(size * this.#scale)
    const box = {
      language: this.#texts.language,
      widthPx: style.width ?? INNER,
      sizesPx: [scaled(largest), ...smaller.map(scaled)] as const,
      weight: style.weight,
      maxLines: style.maxLines,
    }
    return fitText(text, box, this.#ruler)
  }

  /** Returns the height. The column continues below only after `put`. */
  at(text: string, style: Style, y: number): number {
    const fitted = this.fit(text, style)
    for (const [n, line] of fitted.lines.entries()) {
      const { font } = fitted
      const baseline = y + n * font.sizePx * LINE_HEIGHT + font.sizePx * BASELINE
      const { x = MARGIN, tone } = style
      this.marks.push({ kind: 'text', text: line, x, y: Math.round(baseline), font, tone })
    }
    return heightOf(fitted)
  }

  put(text: string, style: Style): void {
    this.y += this.at(text, style, this.y)
  }

  /** Cells side by side, all as high as the highest. */
  cells(cells: readonly Cell[], sizes: { value: Style['sizes'] }): void {
    const width = (INNER - GAP * (cells.length - 1)) / Math.max(1, cells.length)
    const ends = cells.map(({ label, value, note }, n) => {
      const x = MARGIN + n * (width + GAP)
      const common = { x, width, maxLines: 1 } as const
      let y = this.y
      y += this.at(label, { ...common, sizes: [30, 27, 24, 21], weight: 400, tone: 'faint' }, y)
      y += this.at(value, { ...common, sizes: sizes.value, weight: 700, tone: 'ink' }, y)
      if (note === '') return y
      return y + this.at(note, { ...common, sizes: [30, 27, 24], weight: 400, tone: 'quiet' }, y)
    })
    this.y = Math.max(this.y, ...ends)
  }
}

interface Style {
  sizes: readonly [number, ...number[]]
  weight: Font['weight']
  tone: Tone
  maxLines: number
  x?: number
  width?: number
}

/** The app's name, and the label of practice money on the other side. */
function header(texts: CardTexts, ruler: Ruler): Mark[] {
  const column = new Column(texts, ruler, { y: MARGIN - 8, scale: 1 })
  column.put(texts.app, { sizes: [44], weight: 700, tone: 'brand', maxLines: 1, width: 420 })
  if (texts.badge === null) return column.marks
  const style: Style = { sizes: [32, 28, 24], weight: 600, tone: 'warn', maxLines: 1, width: 440 }
  const fitted = column.fit(texts.badge, style)
  const width = ruler(texts.badge, fitted.font) + 56
  const x = CARD_WIDTH - MARGIN - width
  const middle = MARGIN + 22
  column.at(texts.badge, { ...style, x: x + 28 }, middle - heightOf(fitted) / 2)
  return [{ kind: 'pill', x, y: middle - 32, width, height: 64 }, ...column.marks]
}

function body(texts: CardTexts, ruler: Ruler, scale: number) {
  const column = new Column(texts, ruler, { y: MARGIN + 84, scale })
  const { product, terms, result, why, amounts, prices, day } = texts
  column.put(product, { sizes: [76, 66, 56, 48], weight: 700, tone: 'ink', maxLines: 2 })
  column.put(terms.text, { sizes: [44, 38, 32], weight: 600, tone: terms.tone, maxLines: 1 })
  column.skip(28)
  column.put(result.text, { sizes: [112, 96, 80], weight: 700, tone: result.tone, maxLines: 1 })
  column.put(why, { sizes: [40, 36, 32], weight: 400, tone: 'quiet', maxLines: 3 })
  column.skip(30)
  column.marks.push({ kind: 'line', y: Math.round(column.y) })
  column.skip(26)
  if (amounts.length > 0) {
    column.cells(amounts, { value: [46, 40, 34, 28] })
    column.skip(18)
  }
  column.cells(prices, { value: [52, 46, 40, 34, 28] })
  column.skip(14)
  column.put(day, { sizes: [28, 25, 22], weight: 400, tone: 'faint', maxLines: 1 })
  return { marks: column.marks, endY: column.y }
}

/** The code, and beside it what it is for. */
function footer(texts: CardTexts, ruler: Ruler) {
  const x = MARGIN + QR_SIZE + GAP
  const column = new Column(texts, ruler, { y: FOOTER_TOP, scale: 1 })
  const common = { x, width: CARD_WIDTH - MARGIN - x }
  const { scan, host, anonymous } = texts
  column.put(scan, { ...common, sizes: [34, 31, 28], weight: 400, tone: 'ink', maxLines: 4 })
  column.skip(10)
  column.put(host, { ...common, sizes: [30, 26, 22], weight: 600, tone: 'brand', maxLines: 1 })
  column.skip(10)
  column.put(anonymous, { ...common, sizes: [26, 24, 22], weight: 400, tone: 'faint', maxLines: 2 })
  const code: Mark = { kind: 'code', x: MARGIN, y: FOOTER_TOP, size: QR_SIZE }
  return { marks: [code, ...column.marks], bottomY: column.y }
}

/** Makes everything above the code smaller until it fits. */
export function layoutCard(texts: CardTexts, ruler: Ruler): CardLayout {
  const tried = SCALES.map((scale) => ({ scale, ...body(texts, ruler, scale) }))
  const [first] = tried
  const fitting = tried.find(({ endY }) => endY <= FOOTER_TOP - 20) ?? tried.at(-1) ?? first
  if (fitting === undefined) throw new Error('no scale to try')
  const { marks, bottomY } = footer(texts, ruler)
  return {
    marks: [...header(texts, ruler), ...fitting.marks, ...marks],
    scale: fitting.scale,
    endY: fitting.endY,
    footerY: FOOTER_TOP,
    bottomY,
  }
}
