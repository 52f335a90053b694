/** Draws the picture of a result on this device. No server sees or makes it. */
import { encodeQR } from 'qr'
import type { PictureTone, Point } from '#components/order-picture/picture-lines.ts'
import {
  DIRECTION_ARROWS,
  RESULT_SIGNS,
  SIGN_RADIUS,
} from '#components/order-picture/result-signs.ts'
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  CHART_BOX,
  type CardTexts,
  layoutCard,
  type Mark,
  type Tone,
} from '#features/orders/share/card-layout.ts'
import type { Font } from '#features/orders/share/text-fit.ts'

type Pen = CanvasRenderingContext2D

/** The design tokens for the canvas: those of the dark theme, with the user's colours of up and down. */
function readTokens() {
  const probe = document.createElement('div')
  probe.dataset['night'] = ''
  document.body.append(probe)
  const style = getComputedStyle(probe)
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  const color = (name: string): string => token(`color-${name}`)
  const isUpRed = document.documentElement.dataset['up'] === 'red'
  const [gain, loss] = isUpRed ? (['red', 'green'] as const) : (['green', 'red'] as const)
  const tones: Record<Tone, string> = {
    ink: color('ink'),
    quiet: color('ink-2'),
    faint: color('ink-3'),
    brand: color('brand'),
    warn: color('warn'),
    gain: color(gain),
    loss: color(loss),
    level: color('ink'),
  }
  const areas: Record<PictureTone, string> = {
    gain: color(`${gain}-soft`),
    loss: color(`${loss}-soft`),
    level: color('sunken'),
  }
  const tokens = {
    tones,
    areas,
    page: color('page'),
    surface: color('surface'),
    line: color('line-strong'),
    pill: color('warn-soft'),
    onBrand: color('on-brand'),
    codeLight: color('qr-light'),
    codeDark: color('qr-dark'),
    family: token('font-sans') || 'sans-serif',
  }
  probe.remove()
  return tokens
}
type Tokens = ReturnType<typeof readTokens>

const fontText = ({ weight, sizePx }: Font, family: string): string =>
  `${weight} ${sizePx}px ${family}`

interface Rounded {
  x: number
  y: number
  width: number
  height: number
  radius: number
}
function fillRounded(pen: Pen, color: string, { x, y, width, height, radius }: Rounded): void {
  pen.fillStyle = color
  pen.beginPath()
  pen.roundRect(x, y, width, height, radius)
  pen.fill()
}

/** The app's mark, as in `public/icon.svg`, which is 32 wide. */
const LOGO_LINE = 'M7 21l5.5-6 4.5 4 8-9'

function drawLogo(pen: Pen, tokens: Tokens, at: { x: number; y: number; size: number }): void {
  const { x, y, size } = at
  fillRounded(pen, tokens.tones.brand, { x, y, width: size, height: size, radius: size / 4 })
  pen.save()
  pen.translate(x, y)
  pen.scale(size / 32, size / 32)
  strokePath(pen, LOGO_LINE, { color: tokens.onBrand, width: 3 })
  pen.restore()
}

function strokePath(pen: Pen, path: string, look: { color: string; width: number }): void {
  pen.strokeStyle = look.color
  pen.lineWidth = look.width
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.stroke(new Path2D(path))
}

function fillPath(pen: Pen, path: Path2D, color: string): void {
  pen.fillStyle = color
  pen.fill(path)
}

type Chart = Extract<Mark, { kind: 'chart' }>

/** How much larger the signs are than on the page. */
const SIGN_SCALE = 2.6

/** A sign in a disc at one of the deciding prices. */
function drawSign(
  pen: Pen,
  at: Point | null,
  look: { disc: string; ring: string; sign: () => void },
) {
  if (at === null) return
  pen.save()
  pen.translate(at.x, at.y)
  pen.scale(SIGN_SCALE, SIGN_SCALE)
  pen.beginPath()
  pen.arc(0, 0, SIGN_RADIUS + 1.5, 0, 2 * Math.PI)
  pen.fillStyle = look.ring
  pen.fill()
  pen.beginPath()
  pen.arc(0, 0, SIGN_RADIUS, 0, 2 * Math.PI)
  pen.fillStyle = look.disc
  pen.fill()
  look.sign()
  pen.restore()
}

/** The prices as on the page of the receipt: the winning side shaded in the colour of the result. */
function drawChart(pen: Pen, tokens: Tokens, { x, y, chart }: Chart): void {
  const { picture, direction, tone } = chart
  const { entry, exit, path, startX, expiresX } = picture
  const { width, height } = CHART_BOX
  const color = tokens.tones[tone]
  fillRounded(pen, tokens.surface, { x, y, width, height, radius: 28 })
  pen.save()
  pen.translate(x, y)
  if (entry !== null) {
    pen.fillStyle = tokens.areas[tone]
    const [top, bottom] = direction === 'up' ? [0, entry.y] : [entry.y, height]
    pen.fillRect(startX, top, expiresX - startX, bottom - top)
  }
  strokePath(pen, path, { color: tokens.tones.faint, width: 3 })
  pen.save()
  pen.beginPath()
  pen.rect(startX, 0, expiresX - startX, height)
  pen.clip()
  strokePath(pen, path, { color, width: 5 })
  pen.restore()
  pen.setLineDash([3, 11])
  for (const at of [startX, expiresX])
    strokePath(pen, `M${at} 0V${height}`, { color: tokens.line, width: 3 })
  pen.setLineDash([])
  if (entry !== null)
    strokePath(pen, `M${startX} ${entry.y}H${expiresX}`, { color: tokens.tones.ink, width: 2.5 })
  const ring = tokens.surface
  const arrowPath = new Path2D(DIRECTION_ARROWS[direction])
  const arrow = (): void => {
    fillPath(pen, arrowPath, ring)
  }
  drawSign(pen, entry, { disc: tokens.tones.ink, ring, sign: arrow })
  const result = (): void => strokePath(pen, RESULT_SIGNS[tone], { color: ring, width: 2 })
  drawSign(pen, exit, { disc: color, ring, sign: result })
  pen.restore()
}

/** Modules of whole pixels, so that scanners see sharp edges. */
function drawCode(
  pen: Pen,
  tokens: Tokens,
  at: { x: number; y: number; size: number; link: string },
) {
  const rows = encodeQR(at.link, 'raw', { border: 2 })
  const side = Math.floor(at.size / rows.length)
  const inset = Math.floor((at.size - side * rows.length) / 2)
  fillRounded(pen, tokens.codeLight, { ...at, width: at.size, height: at.size, radius: 20 })
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
      return fillRounded(pen, tokens.pill, { ...mark, radius: mark.height / 2 })
    case 'logo':
      return drawLogo(pen, tokens, mark)
    case 'chart':
      return drawChart(pen, tokens, mark)
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
  pen.fillStyle = tokens.page
  pen.fillRect(0, 0, CARD_WIDTH, CARD_HEIGHT)
  for (const mark of layout.marks) drawMark(pen, tokens, mark, link)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
