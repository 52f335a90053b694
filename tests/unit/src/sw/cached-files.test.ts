import { describe, expect, it } from 'vitest'
import { fakeWorld, type FakeWorld, pageRequest } from '#support/fake-caches.ts'
import { type BuiltFile, cachedFiles } from '../../../../src/sw/cached-files.ts'

const build = (mark: string): BuiltFile[] => [
  { url: 'index.html', revision: mark },
  { url: 'icon.svg', revision: 'same' },
  { url: `assets/index-${mark}.js`, revision: null },
  { url: 'assets/shared-x.js', revision: null },
  { url: `assets/text-en-common-${mark}.js`, revision: null },
  { url: `assets/text-zh-CN-common-${mark}.js`, revision: null },
]
function deploy(world: FakeWorld, mark: string): BuiltFile[] {
  world.server.clear()
  const files = build(mark)
  for (const { url } of files) world.server.set(`/${url}`, `${url} of ${mark}`)
  return files
}
async function installed(world: FakeWorld, mark: string, language = 'en') {
  const kept = cachedFiles(world.scope, deploy(world, mark))
  await kept.speak(language)
  await kept.fill()
  return kept
}
const text = async (reply: Promise<Response> | null): Promise<string | null> =>
  reply === null ? null : (await reply).text()

describe('the app’s files on the device', () => {
  it('are all of the app and the texts of the language in use alone', async () => {
    const world = fakeWorld()
    await installed(world, 'a')
    const [held] = world.held('files-')
    expect(held).toContain('/assets/text-en-common-a.js')
    expect(held).not.toContain('/assets/text-zh-CN-common-a.js')
    expect(held).toHaveLength(5)
  })

  it('gain the texts of another language when it is chosen', async () => {
    const world = fakeWorld()
    const kept = await installed(world, 'a')
    await kept.speak('zh-CN')
    await kept.fill()
    expect(world.held('files-')[0]).toContain('/assets/text-zh-CN-common-a.js')
  })

  it('answer without the server, the page itself included', async () => {
    const world = fakeWorld()
    const kept = await installed(world, 'a')
    world.server.clear()
    world.fetched.length = 0
    expect(await text(kept.answer(pageRequest('/?from=home', 'navigate')))).toBe('index.html of a')
    expect(await text(kept.answer(pageRequest('/assets/index-a.js')))).toBe(
      'assets/index-a.js of a',
    )
    expect(world.fetched).toEqual([])
  })

  it('leave the interface, the socket, the desk and other sites alone', async () => {
    const kept = await installed(fakeWorld(), 'a')
    const others = [
      pageRequest('/api/products'),
      pageRequest('/socket.io/?EIO=4'),
      pageRequest('/desk.html', 'navigate'),
      pageRequest('/api/docs', 'navigate'),
      pageRequest('/'),
      pageRequest('/sw.js'),
      new Request('https://elsewhere.test/assets/index-a.js'),
      new Request('https://app.test/', { method: 'POST' }),
    ]
    expect(others.map((request) => kept.answer(request))).toEqual(others.map(() => null))
  })

  it('are brought once: a new build takes over what is the same', async () => {
    const world = fakeWorld()
    await installed(world, 'a')
    world.fetched.length = 0
    await installed(world, 'b')
    expect(world.fetched).not.toContain('/assets/shared-x.js')
    expect(world.fetched).toContain('/index.html')
  })

  it('are not taken from the cache of the browser when the page has changed', async () => {
    const world = fakeWorld()
    await installed(world, 'a')
    const b = await installed(world, 'b')
    expect(await text(b.answer(pageRequest('/', 'navigate')))).toBe('index.html of b')
  })

  it('are new when nothing but the page has changed', async () => {
    const world = fakeWorld()
    const files = deploy(world, 'a')
    await cachedFiles(world.scope, files).fill()
    world.server.set('/index.html', 'another page')
    const changed = files.map((file) =>
      file.url === 'index.html' ? { ...file, revision: 'b' } : file,
    )
    const kept = cachedFiles(world.scope, changed)
    await kept.fill()
    expect(await text(kept.answer(pageRequest('/', 'navigate')))).toBe('another page')
  })

  it('of the build before stay for tabs that still run it; older ones go', async () => {
    const world = fakeWorld()
    await installed(world, 'a')
    const b = await installed(world, 'b')
    await b.sweep()
    expect(await text(b.answer(pageRequest('/assets/index-a.js')))).toBe('assets/index-a.js of a')
    const c = await installed(world, 'c')
    await c.sweep()
    expect(world.held('files-')).toHaveLength(2)
    const lost = await c.answer(pageRequest('/assets/index-a.js'))
    expect(lost?.status).toBe(404)
  })

  it('are not taken as kept when one of them could not be had', async () => {
    const world = fakeWorld()
    const files = deploy(world, 'a')
    world.server.delete('/assets/shared-x.js')
    await expect(cachedFiles(world.scope, files).fill()).rejects.toThrow('/assets/shared-x.js: 404')
  })
})
