/** Draws the picture of a result on this device. No server sees or makes it. */
import { encodeQR } from 'qr'
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  type CardTexts,
  layoutCard,
  type Mark,
  type Tone,
} from '#features/orders/share/card-layout.ts'
import type { Font } from '#features/orders/share/text-fit.ts'

type Pen = CanvasRenderingContext2D

/** The design tokens as the canvas needs them, in the theme that the user has chosen. */
function readTokens(root: Element = document.documentElement) {
  const style = getComputedStyle(root)
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  const color = (name: string): string => token(`color-${name}`)
  const tones: Record<Tone, string> = {
    ink: color('ink'),
    quiet: color('ink-2'),
    faint: color('ink-3'),
    brand: color('brand-strong'),
    up: color('up'),
    down: color('down'),
    warn: color('warn'),
  }
  return {
    tones,
    surface: color('surface'),
    line: color('line'),
    pill: color('warn-soft'),
    codeLight: color('qr-light'),
    codeDark: color('qr-dark'),
    family: token('font-sans') || 'sans-serif',
  }
}
type Tokens = ReturnType<typeof readTokens>

const fontText = ({ weight, sizePx }: Font, family: string): string =>
  `${weight} ${sizePx}px ${family}`

/** Modules of whole pixels, so that scanners see sharp edges. */
function drawCode(
  pen: Pen,
  tokens: Tokens,
  at: { x: number; y: number; size: number; link: string },
) {
  const rows = encodeQR(at.link, 'raw', { border: 2 })
  const side = Math.floor(at.size / rows.length)
  const inset = Math.floor((at.size - side * rows.length) / 2)
  pen.fillStyle = tokens.codeLight
  pen.fillRect(at.x, at.y, at.size, at.size)
  pen.fillStyle = tokens.codeDark
  for (const [y, row] of rows.entries()) {
    for (const [x, dark] of row.entries()) {
      if (dark) pen.fillRect(at.x + inset + x * side, at.y + inset + y * side, side, side)
    }
  }
}

function drawMark(pen: Pen, tokens: Tokens, mark: Mark, link: string): void {
  switch (mark.kind) {
    case 'text':
      pen.fillStyle = tokens.tones[mark.tone]
      pen.font = fontText(mark.font, tokens.family)
      return pen.fillText(mark.text, mark.x, mark.y)
    case 'pill':
      pen.fillStyle = tokens.pill
      pen.beginPath()
      pen.roundRect(mark.x, mark.y, mark.width, mark.height, mark.height / 2)
      return pen.fill()
    case 'line':
      pen.fillStyle = tokens.line
      return pen.fillRect(72, mark.y, CARD_WIDTH - 144, 2)
    case 'code':
      return drawCode(pen, tokens, { ...mark, link })
  }
}

/** Draws the card as a PNG. Null when this browser cannot draw. */
export async function drawCard(texts: CardTexts, link: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = CARD_WIDTH
  canvas.height = CARD_HEIGHT
  const pen = canvas.getContext('2d')
  if (pen === null) return null
  const tokens = readTokens()
  const layout = layoutCard(texts, (text, font) => {
    pen.font = fontText(font, tokens.family)
    return pen.measureText(text).width
  })
  pen.fillStyle = tokens.surface
  pen.fillRect(0, 0, CARD_WIDTH, CARD_HEIGHT)
  for (const mark of layout.marks) drawMark(pen, tokens, mark, link)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
