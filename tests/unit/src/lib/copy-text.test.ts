import { afterEach, expect, it, vi } from 'vitest'
import { copyText } from '#lib/copy-text.ts'

afterEach(() => {
  Reflect.deleteProperty(document, 'execCommand')
})
const clipboard = (writeText: (text: string) => Promise<void>) =>
  vi.stubGlobal('navigator', { clipboard: { writeText } })

it('uses the clipboard', async () => {
  const written: string[] = []
  clipboard(async (text) => void written.push(text))
  expect(await copyText('0123456789')).toBe(true)
  expect(written).toEqual(['0123456789'])
})

it('selects and copies where there is no clipboard, and leaves nothing behind', async () => {
  vi.stubGlobal('navigator', {})
  let selected = ''
  Object.defineProperty(document, 'execCommand', {
    configurable: true,
    value: () => {
      selected = document.querySelector('textarea')?.value ?? ''
      return true
    },
  })
  expect(await copyText('text')).toBe(true)
  expect(selected).toBe('text')
  expect(document.querySelector('textarea')).toBeNull()
})

it('says so when nothing works', async () => {
  clipboard(async () => {
    throw new DOMException('', 'NotAllowedError')
  })
  Object.defineProperty(document, 'execCommand', { configurable: true, value: () => false })
  expect(await copyText('text')).toBe(false)
})
