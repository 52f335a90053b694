/** Where everything on the picture of a result is. It knows neither a canvas nor an order. */
import type { Box, Picture, PictureTone } from '#components/order-picture/picture-lines.ts'
import type { Direction } from '#contract/scalars.ts'
import { type Fitted, fitText, type Font, type Ruler } from '#features/orders/share/text-fit.ts'

export const CARD_WIDTH = 1_080
export const CARD_HEIGHT = 1_350
const MARGIN = 72
const INNER = CARD_WIDTH - 2 * MARGIN
const LOGO_SIZE = 60
const QR_SIZE = 228
const GAP = 40
const FOOTER_TOP = CARD_HEIGHT - MARGIN - QR_SIZE
/** The box of the prices. It keeps its size, so that the line is the same in every language. */
export const CHART_BOX: Box = { width: INNER, height: 330, air: 36 }
/** How much smaller the texts above the code may become in order to fit. */
const SCALES = [1, 0.92, 0.84, 0.76, 0.68] as const

export type Tone = 'ink' | 'quiet' | 'faint' | 'brand' | 'warn' | PictureTone

/** A figure with its name above it. */
interface Cell {
  label: string
  value: string
}

/** All that is on the picture, in one language. */
export interface CardTexts {
  language: string
  app: string
  /** Says that it is practice money; null if it is not. */
  badge: string | null
  product: string
  terms: string
  /** Won or lost, with the profit or loss per stake where there is one. */
  result: { text: string; tone: PictureTone }
  /** The prices of the order; null if there are too few for a line. */
  chart: { picture: Picture; direction: Direction; tone: PictureTone } | null
  /** Said in the place of a missing chart. */
  why: string
  /** Stake and result, only if the user wants them to be seen. */
  amounts: readonly Cell[]
  prices: readonly Cell[]
  day: string
  scan: string
  /** The server's name, where the code is valid. */
  host: string
}

export type Mark =
  | { kind: 'text'; text: string; x: number; y: number; font: Font; tone: Tone }
  | { kind: 'pill'; x: number; y: number; width: number; height: number }
  | { kind: 'logo'; x: number; y: number; size: number }
  | { kind: 'chart'; x: number; y: number; chart: NonNullable<CardTexts['chart']> }
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
    const ends = cells.map(({ label, value }, n) => {
      const x = MARGIN + n * (width + GAP)
      const common = { x, width, maxLines: 1 } as const
      let y = this.y
      y += this.at(label, { ...common, sizes: [30, 27, 24, 21], weight: 400, tone: 'faint' }, y)
      return y + this.at(value, { ...common, sizes: sizes.value, weight: 700, tone: 'ink' }, y)
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

/** The app's mark and name, and the label of practice money on the other side. */
function header(texts: CardTexts, ruler: Ruler): Mark[] {
  const middle = MARGIN + LOGO_SIZE / 2
  const logo: Mark = { kind: 'logo', x: MARGIN, y: MARGIN, size: LOGO_SIZE }
  const column = new Column(texts, ruler, { y: MARGIN, scale: 1 })
  const name: Style = { sizes: [44], weight: 700, tone: 'ink', maxLines: 1, width: 340 }
  const x = MARGIN + LOGO_SIZE + 20
  column.at(texts.app, { ...name, x }, middle - heightOf(column.fit(texts.app, name)) / 2)
  if (texts.badge === null) return [logo, ...column.marks]
  const style: Style = { sizes: [32, 28, 24], weight: 600, tone: 'warn', maxLines: 1, width: 440 }
  const fitted = column.fit(texts.badge, style)
  const width = ruler(texts.badge, fitted.font) + 56
  const left = CARD_WIDTH - MARGIN - width
  column.at(texts.badge, { ...style, x: left + 28 }, middle - heightOf(fitted) / 2)
  const pill: Mark = { kind: 'pill', x: left, y: middle - 32, width, height: 64 }
  return [logo, pill, ...column.marks]
}

function body(texts: CardTexts, ruler: Ruler, scale: number) {
  const column = new Column(texts, ruler, { y: MARGIN + LOGO_SIZE + 32, scale })
  const { product, terms, result, chart, why, amounts, prices, day } = texts
  column.put(product, { sizes: [68, 60, 52, 46], weight: 700, tone: 'ink', maxLines: 2 })
  column.put(terms, { sizes: [38, 34, 30], weight: 600, tone: 'quiet', maxLines: 1 })
  column.skip(12)
  const { text, tone } = result
  column.put(text, { sizes: [104, 92, 80, 70], weight: 700, tone, maxLines: 1 })
  column.skip(18)
  if (chart === null) {
    column.put(why, { sizes: [40, 36, 32], weight: 400, tone: 'quiet', maxLines: 3 })
  } else {
    column.marks.push({ kind: 'chart', x: MARGIN, y: Math.round(column.y), chart })
    column.y += CHART_BOX.height
  }
  column.skip(22)
  column.cells(prices, { value: [50, 44, 38, 32, 28] })
  if (amounts.length > 0) {
    column.skip(10)
    column.cells(amounts, { value: [44, 38, 32, 28] })
  }
  column.skip(12)
  column.put(day, { sizes: [28, 25, 22], weight: 400, tone: 'faint', maxLines: 1 })
  return { marks: column.marks, endY: column.y }
}

/** The code, and beside it what it is for. */
function footer(texts: CardTexts, ruler: Ruler) {
  const x = MARGIN + QR_SIZE + GAP
  const column = new Column(texts, ruler, { y: FOOTER_TOP + 24, scale: 1 })
  const common = { x, width: CARD_WIDTH - MARGIN - x }
  column.put(texts.scan, { ...common, sizes: [36, 33, 30], weight: 600, tone: 'ink', maxLines: 3 })
  column.skip(12)
  column.put(texts.host, {
    ...common,
    sizes: [30, 26, 22],
    weight: 400,
    tone: 'quiet',
    maxLines: 1,
  })
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
