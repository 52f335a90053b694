import fc from 'fast-check'
import { expect, it } from 'vitest'
import { besideBox } from '#ui/place-beside.ts'

const room = { width: 1_440, height: 900 }
const button = (left: number, top: number) => ({ left, top, bottom: top + 32, width: 32 })

it('is below a button at the top, above one at the bottom, and in the middle where neither fits', () => {
  expect(besideBox(button(700, 60), room)).toMatchObject({ top: 100, left: 500 })
  expect(besideBox(button(700, 800), room)).toMatchObject({ bottom: 108 })
  expect(besideBox(button(700, 250), { width: 1_280, height: 560 })).toBeNull()
})

it('never leaves the window and never covers the button', () => {
  const at = fc.tuple(fc.integer({ min: 0, max: 1_408 }), fc.integer({ min: 0, max: 868 }))
  fc.assert(
    fc.property(at, ([left, top]) => {
      const place = besideBox(button(left, top), room)
      if (place === null) return
      expect(place.left).toBeGreaterThanOrEqual(0)
      expect(place.left + place.width).toBeLessThanOrEqual(room.width)
      const from = place.top ?? room.height - (place.bottom ?? 0) - place.maxHeight
      expect(from).toBeGreaterThanOrEqual(0)
      expect(from + place.maxHeight).toBeLessThanOrEqual(room.height)
      expect(from >= top + 32 || from + place.maxHeight <= top).toBe(true)
    }),
  )
})
