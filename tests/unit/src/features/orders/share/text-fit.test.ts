import { describe, expect, it } from 'vitest'
import { fitText, piecesOf, wrap } from '#features/orders/share/text-fit.ts'

/** Every letter is as wide as half its size. */
const ruler = (text: string, { sizePx }: { sizePx: number }): number => (text.length * sizePx) / 2
const ten = (text: string): number => text.length * 10

describe('pieces of a text', () => {
  it('are words with their space, where a language has spaces', () => {
    expect(piecesOf('so it won', 'en')).toEqual(['so ', 'it ', 'won'])
  })

  it('are words where it has none, and keep numbers whole', () => {
    const pieces = piecesOf('价格从 102,879.77 升到 3，所以盈利。', 'zh-CN')
    expect(pieces.join('')).toBe('价格从 102,879.77 升到 3，所以盈利。')
    expect(pieces.some((piece) => piece.startsWith('102,879.77'))).toBe(true)
    expect(pieces.length).toBeGreaterThan(5)
  })

  it('begin with no closing mark, and end with no opening one', () => {
    for (const [text, language] of [
      ['「上がる」を選択。価格は（約）上がったため、的中です。', 'ja'],
      ['เลือก “ขึ้น” ราคาเปลี่ยน (มาก) จึงได้กำไร', 'th'],
    ] as const) {
      const pieces = piecesOf(text, language)
      expect(pieces.join('')).toBe(text)
      expect(pieces.filter((piece) => /^[」）。、”)\s]/u.test(piece))).toEqual([])
      expect(pieces.filter((piece) => /[「（“(]$/u.test(piece))).toEqual([])
    }
  })
})

describe('wrapping', () => {
  it('loses nothing and no line is wider than the box', () => {
    const text = 'Der Kurs ging von 102.879,77 auf 102.963,32, also gewonnen.'
    const lines = wrap(text, { language: 'de', widthPx: 160 }, ten)
    expect(lines.join(' ')).toBe(text)
    expect(lines.every((line) => ten(line) <= 160)).toBe(true)
  })

  it('breaks a word only if it is wider than a line', () => {
    const lines = wrap('Donaudampfschifffahrt', { language: 'de', widthPx: 100 }, ten)
    expect(lines).toEqual(['Donaudampf', 'schifffahr', 't'])
  })
})

describe('fitting', () => {
  const box = { language: 'en', widthPx: 100, weight: 400, maxLines: 1 } as const

  it('takes the largest size that needs few enough lines', () => {
    expect(fitText('12345', { ...box, sizesPx: [50, 40, 30] }, ruler)).toEqual({
      lines: ['12345'],
      font: { sizePx: 40, weight: 400 },
    })
  })

  it('takes more lines rather than cutting anything off', () => {
    const { lines, font } = fitText('one two', { ...box, sizesPx: [50, 40] }, ruler)
    expect(lines).toEqual(['one', 'two'])
    expect(font.sizePx).toBe(40)
  })
})
