/** Breaks a text into lines of a width, and finds the largest size in which it needs few enough lines. */

export interface Font {
  sizePx: number
  weight: 400 | 600 | 700
}
/** Measures the width of a text in pixels. */
export type Ruler = (text: string, font: Font) => number

export interface Fitted {
  lines: string[]
  font: Font
}

interface Box {
  language: string
  widthPx: number
  /** Sizes to try, the largest first. */
  sizesPx: readonly [number, ...number[]]
  weight: Font['weight']
  maxLines: number
}

/** Languages that put no spaces between words. */
const UNSPACED = ['zh-CN', 'zh-TW', 'ja', 'th']
/** What may not begin a line, and what may not end one. */
const NO_START = /^[\s、。，．・：；！？）」』”’…,.!?:;)%\]}»]/u
const NO_END = /[（「『“‘([{«„]$/u

function wordsOf(text: string, language: string): string[] {
  if (!UNSPACED.includes(language)) return text.split(/(?<= )/)
  const words = new Intl.Segmenter(language, { granularity: 'word' })
  return [...words.segment(text)].map(({ segment }) => segment)
}

/** The parts between which a line may be broken. Together they are the text. */
export function piecesOf(text: string, language: string): string[] {
  const pieces: string[] = []
  for (const word of wordsOf(text, language)) {
    const last = pieces.at(-1)
    if (last !== undefined && (NO_START.test(word) || NO_END.test(last))) {
      pieces[pieces.length - 1] = last + word
    } else pieces.push(word)
  }
  return pieces
}

/** Letters with their marks, which belong together in Thai and Vietnamese. */
const lettersOf = (piece: string): string[] =>
  [...new Intl.Segmenter().segment(piece)].map(({ segment }) => segment)

/** Breaks at pieces, and inside a piece only if it is wider than the line. */
export function wrap(
  text: string,
  { language, widthPx }: Pick<Box, 'language' | 'widthPx'>,
  measure: (text: string) => number,
): string[] {
  const fits = (line: string): boolean => measure(line.trimEnd()) <= widthPx
  const parts = piecesOf(text, language).flatMap((piece) =>
    fits(piece) ? [piece] : lettersOf(piece),
  )
  const lines: string[] = []
  let line = ''
  for (const part of parts) {
    if (line !== '' && !fits(line + part)) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += part
  }
  return [...lines, line.trimEnd()]
}

/** In the smallest size a text may need more lines than it should. */
export function fitText(text: string, box: Box, ruler: Ruler): Fitted {
  const tried = box.sizesPx.map((sizePx) => {
    const font = { sizePx, weight: box.weight }
    return { font, lines: wrap(text, box, (part) => ruler(part, font)) }
  })
  const [first] = tried
  if (first === undefined) throw new Error('no size to try')
  return tried.find(({ lines }) => lines.length <= box.maxLines) ?? tried.at(-1) ?? first
}
