import { expect, it } from 'vitest'
import { widthOf } from '#features/chart/base/chart-font.ts'

/** A context whose letters are 7 pixels wide, and the texts that it has measured. */
function createContext() {
  const measured: string[] = []
  const measureText = (text: string): TextMetrics => {
    measured.push(text)
    return { width: text.length * 7 } as TextMetrics
  }
  return { measured, context: { measureText } }
}

it('measures a label once', () => {
  const { measured, context } = createContext()
  expect([widthOf(context, 'up 25.00'), widthOf(context, 'up 25.00')]).toEqual([56, 56])
  expect(measured).toEqual(['up 25.00'])
})

it('keeps a bounded number of widths, which are right afterwards', () => {
  const { measured, context } = createContext()
  const texts = Array.from({ length: 1_000 }, (_, i) => 'x'.repeat(i % 9) + i)
  for (const text of [...texts, ...texts]) expect(widthOf(context, text)).toBe(text.length * 7)
  expect(measured.length).toBeGreaterThan(texts.length)
})
