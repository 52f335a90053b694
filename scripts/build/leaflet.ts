/**
 * Lets Leaflet load under the Trusted Types policy. It tests for SVG with `innerHTML` as soon as it is imported, which
 * the policy refuses with an exception (Leaflet issue 8423). Everything else that writes HTML is left unused.
 */
import type { Plugin } from 'vite'

const LIBRARY = /\/node_modules\/leaflet\/dist\/leaflet-src\.js$/
const WRITES_HTML = `div.innerHTML = '<svg/>';`
const SAME_WITHOUT = `div.appendChild(svgCreate('svg'));`

export const leaflet = (): Plugin => ({
  name: 'fairtick:leaflet',
  apply: 'build',
  transform: (code, id) => {
    if (!LIBRARY.test(id)) return null
    const parts = code.split(WRITES_HTML)
    if (parts.length !== 2) throw new Error('Leaflet has changed: see scripts/build/leaflet.ts')
    return { code: parts.join(SAME_WITHOUT), map: null }
  },
})
