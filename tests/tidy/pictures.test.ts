/** The pictures of the README: what is compared with their screens, and that each is there, sharp and small. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { lastingLines, PICTURES, pictureFaults } from '#support/picture-text.ts'
import { read, ROOT } from './repository.ts'

describe('the lasting lines of a screen', () => {
  it('have no figures, and leave out lines of figures alone', () => {
    const texts = ['113,687.36', ' Entry  113,687.36 ', '24h rise', '+2.17%', '26.19K', '15s', '→']
    expect(lastingLines(texts)).toEqual(['Entry #', '#h rise', '#s'])
    expect(lastingLines(['Order expires at 11:00:25.361.'])).toEqual(['Order expires at #.'])
  })

  it('have each line once, in the order of the screen', () => {
    expect(lastingLines(['Up', 'Price', 'Up', '−3 Price'])).toEqual(['Up', 'Price', '# Price'])
  })

  it('leave out how an order ended, in words that nothing else has', () => {
    const outcomes = ['Winning now +20.00', 'Level now', 'Lost', 'above the entry, so you won.']
    expect(lastingLines([...outcomes, 'The order wins on the shaded side.'])).toEqual([
      'The order wins on the shaded side.',
    ])
  })
})

describe('a picture', () => {
  const pictured = ['Available #', 'Up', 'Order history']

  it('is up to date while its screen says the same, with other figures', () => {
    const all = ['Available 9.00', 'Up', 'Order history', 'Far below']
    expect(pictureFaults(pictured, { certain: ['Available 9.00', 'Up'], all })).toEqual([])
  })

  it('is out of date when a text changes, comes or goes', () => {
    const all = ['Available 9.00', 'Rise', 'Order history']
    expect(pictureFaults(pictured, { certain: ['Available 9.00', 'Rise'], all })).toEqual([
      'only in the picture: Up',
      'only on the page: Rise',
    ])
    expect(pictureFaults(pictured, { certain: [], all: ['Up', 'Order history'] })).toHaveLength(1)
    const more = ['Available 9.00', 'Up', 'Order history', 'New']
    expect(pictureFaults(pictured, { certain: more, all: more })).toEqual(['only on the page: New'])
  })
})

describe('the README', () => {
  const readme = read('README.md')
  const bytesOf = (name: string): Buffer =>
    readFileSync(join(ROOT, 'docs', 'pictures', `${name}.webp`))

  it.each(PICTURES)('shows the picture %s, at twice the size of its screen', async (name) => {
    expect(readme).toContain(`docs/pictures/${name}.webp`)
    const bytes = bytesOf(name)
    const { width, height } = await sharp(bytes).metadata()
    expect([width, height]).toEqual(name === 'panes' ? [2_560, 1_600] : [780, 1_688])
    expect(bytes.length).toBeLessThan(300_000)
  })

  it('shows an order that moves for ten seconds', async () => {
    expect(readme).toContain('docs/pictures/order.webp')
    const bytes = bytesOf('order')
    const { delay = [], loop } = await sharp(bytes, { animated: true }).metadata()
    expect([delay.reduce((sum, ms) => sum + ms, 0), loop]).toEqual([10_000, 0])
    expect(bytes.length).toBeLessThan(3_000_000)
  })
})
