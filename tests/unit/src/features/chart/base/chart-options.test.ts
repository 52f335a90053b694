import { expect, it } from 'vitest'
import { readColors } from '#features/chart/base/chart-colors.ts'
import { fontFamily, readFontFamily } from '#features/chart/base/chart-font.ts'
import { hideLayout, liveOptions } from '#features/chart/base/chart-options.ts'
import { createLiveLabels } from '#features/chart/base/time-labels.ts'

it('writes the axes in the font of the page', () => {
  const page = document.createElement('div')
  page.style.fontFamily = 'Page Sans'
  document.body.append(page)
  expect(readFontFamily(page)).toContain('Page Sans')
  page.remove()
  const labels = createLiveLabels('en')
  const writers = { locale: 'en', price: String, countdown: String, orders: String, labels }
  expect(liveOptions(readColors(), writers).layout?.fontFamily).toBe(fontFamily())
})

it('hides the table of the library, and not what the app puts beside it', () => {
  const container = document.createElement('div')
  container.innerHTML =
    '<div class="tv-lightweight-charts"><table><tr><td></td></tr></table></div><p>text</p>'
  hideLayout(container)
  expect(container.querySelector('table')?.closest('[aria-hidden="true"]')).toBeTruthy()
  expect(container.querySelector('p')?.closest('[aria-hidden]')).toBeNull()
})
