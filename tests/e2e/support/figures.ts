/** Which figures of a page are cut or split over two lines, and which words of names are broken. */
import type { Page } from '@playwright/test'
import { switchOf } from './looking.ts'

/** In each of these languages, without loading the page again. */
export async function figureFaults(page: Page, languages: readonly string[]): Promise<string[]> {
  const i18n = await switchOf(page)
  return page.evaluate(
    async ({ i18n: own, codes }) => {
      const faults: string[] = []
      const isSeen = (element: Element): boolean => {
        const { width, height } = element.getBoundingClientRect()
        return width > 1 && height > 1 && getComputedStyle(element).visibility === 'visible'
      }
      /** The lines on which a part of a text is drawn. */
      const linesOf = (text: Text, from: number, to: number): number => {
        const range = document.createRange()
        range.setStart(text, from)
        range.setEnd(text, to)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      }
      const textsIn = (root: Element): Text[] => {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
        const texts: Text[] = []
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
          if (node instanceof Text && node.parentElement !== null && isSeen(node.parentElement))
            texts.push(node)
        return texts
      }
      const look = (code: string): void => {
        for (const box of document.querySelectorAll<HTMLElement>('.figures')) {
          if (!isSeen(box)) continue
          const hides = getComputedStyle(box).overflowX !== 'visible'
          const text = box.textContent ?? ''
          if (hides && /\d/.test(text) && box.scrollWidth > box.clientWidth + 1)
            faults.push(`${code}: cut: ${text}`)
          for (const each of textsIn(box))
            for (const { 0: figure, index } of each.data.matchAll(/[\d.,:\u00A0\u202F%+−-]*\d\S*/g))
              if (linesOf(each, index, index + figure.length) > 1)
                faults.push(`${code}: split: ${figure}`)
        }
        // Chinese and Japanese lines may end after any character.
        if (/^(zh|ja)/.test(code)) return
        const words = new Intl.Segmenter(code, { granularity: 'word' })
        for (const name of document.querySelectorAll(
          'h2, [data-shortcut=row], [data-dock] [role=cell]',
        ))
          for (const each of textsIn(name))
            for (const { segment, index, isWordLike } of words.segment(each.data))
              if (isWordLike === true && linesOf(each, index, index + segment.length) > 1)
                faults.push(`${code}: broken: ${segment}`)
      }
      for (const code of codes) {
        await own.changeLanguage(code)
        for (let frame = 1; frame <= 3; frame += 1) await new Promise(requestAnimationFrame)
        look(code)
      }
      return [...new Set(faults)]
    },
    { i18n, codes: languages },
  )
}
