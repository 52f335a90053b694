import { expect, it, vi } from 'vitest'
import { browserPlace, type BuildPlace, entryOf, newerBuild, reloadOnce } from '#app/newer-build.ts'

const script = (file: string): string =>
  `<script type="module" crossorigin src="/assets/${file}.js"></script>`
const page = (mark: string): string => script('libraries-same') + script(`index-${mark}`)

function place(own: string, theirs: () => Promise<string>) {
  let mark = ''
  const reload = vi.fn()
  const built: BuildPlace = {
    read: theirs,
    own: () => `/assets/index-${own}.js`,
    mark: {
      get: () => mark,
      set: (text) => {
        mark = text
      },
    },
    reload,
  }
  return { built, reload }
}

it('finds the entry script in a page', () => {
  expect(entryOf(page('Dk_3-x'))).toBe('/assets/index-Dk_3-x.js')
  expect(entryOf('<p>Bad gateway</p>')).toBeNull()
})

it('tells another build of the server, and nothing when it is ours or cannot be had', async () => {
  expect(await newerBuild(place('a', async () => page('b')).built)).toBe('/assets/index-b.js')
  expect(await newerBuild(place('a', async () => page('a')).built)).toBeNull()
  expect(await newerBuild(place('a', async () => 'Bad gateway').built)).toBeNull()
  const cut = place('a', () => Promise.reject(new Error('no network')))
  expect(await newerBuild(cut.built)).toBeNull()
})

it('knows the entry script of this page among its others', () => {
  document.head.innerHTML = page('own')
  expect(browserPlace.own()).toBe('/assets/index-own.js')
  document.head.innerHTML = script('libraries-same')
  expect(browserPlace.own()).toBeNull()
})

it('reloads once for each build, however often its code fails', () => {
  const { built, reload } = place('a', async () => page('b'))
  expect(reloadOnce(built, 'b')).toBe(true)
  expect(reloadOnce(built, 'b')).toBe(false)
  expect(reload).toHaveBeenCalledTimes(1)
  expect(reloadOnce(built, 'c')).toBe(true)
})
