import { expect, it } from 'vitest'
import { leaflet } from '../../scripts/build/leaflet.ts'
import { read } from './repository.ts'

it('changes the one line of the map library that writes HTML when it loads', () => {
  const { transform } = leaflet()
  if (typeof transform !== 'function') throw new Error('no transform')
  const id = '/node_modules/leaflet/dist/leaflet-src.js'
  const change = (code: string): string =>
    (Reflect.apply(transform, null, [code, id]) as { code: string }).code
  const source = read(id)
  const lines = source.split('\r\n')
  const changed = change(source)
  expect(changed.split('\r\n').filter((line, i) => line !== lines[i])).toEqual([
    "  \tdiv.appendChild(svgCreate('svg'));",
  ])
  expect(() => change(changed)).toThrow('Leaflet has changed')
})
