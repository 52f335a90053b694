import { expect, it } from 'vitest'
import config from '../../vite.config.ts'
import { files, read } from './repository.ts'

const gallery = files(/\.tsx$/, ['src/gallery'])

it('shows every component of the design system', () => {
  const text = gallery.map((file) => file.text).join('\n')
  const names = files(/\.tsx$/, ['src/ui']).flatMap((file) =>
    [...file.text.matchAll(/^export (?:function|const) ([A-Z]\w+)/gm)].map((match) => match[1]),
  )
  expect(names).toContain('Button')
  expect(names.filter((name) => !new RegExp(`<${name}[\\s>]`).test(text))).toEqual([])
})

it('is in no build: nothing is built from its page, and nothing that is built reaches it', () => {
  const input = config.build?.rolldownOptions?.input
  expect(Object.keys(typeof input === 'object' ? input : {}).sort()).toEqual(['desk', 'index'])
  expect(read('gallery.html')).toContain('/src/gallery/main.tsx')
  const others = [
    ...files(/\.tsx?$/, ['src', 'streams', 'rules', 'contract']),
    ...files(/\.(ts|js|html|webmanifest)$/, ['public']),
    ...['index.html', 'desk.html'].map((path) => ({ path, text: read(path) })),
  ].filter(({ path }) => !path.startsWith('src/gallery/'))
  expect(others.map(({ path }) => path)).toContain('src/app/main.tsx')
  expect(others.filter(({ text }) => /gallery/i.test(text)).map(({ path }) => path)).toEqual([])
})

it('uses the design system and nothing else of the app', () => {
  const imports = gallery.flatMap((file) =>
    [...file.text.matchAll(/from '([#.][^']+)'/g)].map((match) => match[1] ?? ''),
  )
  expect(imports.filter((name) => !/^(#ui\/|\.\/)/.test(name))).toEqual([])
})
