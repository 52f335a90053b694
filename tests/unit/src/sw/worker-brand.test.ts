import { describe, expect, it } from 'vitest'
import { DEFAULT_BRAND } from '#contract/brand.ts'
import { fakeWorld } from '#support/fake-caches.ts'
import { brandOf, workerBrand } from '../../../../src/sw/worker-brand.ts'

const answer = (changes: object = {}) =>
  JSON.stringify({
    revision: '3',
    brand: {
      ...DEFAULT_BRAND,
      name: 'Other & more',
      colours: { light: '#5b2a86', dark: '#c9a7f0' },
    },
    ...changes,
  })
const PAGE =
  '<html data-brand="Fairtick"><head><script>"Fairtick"</script><title>Fairtick</title></head></html>'
const put = async (world: ReturnType<typeof fakeWorld>): Promise<string> =>
  (await workerBrand(world.scope).put(new Response(PAGE))).text()

describe('the brand on the device', () => {
  it('is written into the stored page, as the last answer of the server has it', async () => {
    const world = fakeWorld()
    expect(await put(world)).toBe(PAGE)
    world.server.set('/api/brand', answer())
    await workerBrand(world.scope).renew()
    const page = await put(world)
    expect(page).toContain('<title>Other &amp; more</title>')
    expect(page).toContain('<script>"Fairtick"</script>')
    expect(page).toContain('--color-brand:#5b2a86')
    // Without a network it stays.
    world.server.clear()
    await workerBrand(world.scope).renew()
    expect(await put(world)).toBe(page)
  })

  it('lets the stored manifest go when it changes', async () => {
    const world = fakeWorld()
    const cache = await world.scope.caches.open('files-a')
    const stored = async () => (await cache.match('/manifest.webmanifest')) !== undefined
    await cache.put('/manifest.webmanifest', new Response('{}'))
    world.server.set('/api/brand', answer())
    await workerBrand(world.scope).renew()
    expect(await stored()).toBe(false)
    await cache.put('/manifest.webmanifest', new Response('{}'))
    await workerBrand(world.scope).renew()
    expect(await stored()).toBe(true)
  })

  it('is that of the build where an answer is not understood, and has colours alone as styles', () => {
    const built = { revision: '', name: 'Fairtick', styles: '' }
    for (const wrong of [null, 'x', {}, { revision: '3' }, { revision: '"', brand: { name: 'x' } }])
      expect(brandOf(wrong)).toEqual(built)
    const colours = { light: 'red}</style>', dark: '#c9a7f0' }
    expect(brandOf({ revision: '3', brand: { name: 'x', colours } }).styles).toBe('')
  })
})
