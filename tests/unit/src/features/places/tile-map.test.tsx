import { act, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { TileMap } from '#features/places/tile-map.tsx'
import { renderFeature } from '../render-feature.tsx'

const SOURCE = { path: '/tiles/{z}/{x}/{y}.png', credit: '© Somebody' }
const BERLIN = { latitude: 52.5163, longitude: 13.3777 }
const show = (at = BERLIN) => renderFeature(<TileMap {...at} source={SOURCE} />)
const map = () => screen.getByRole('application', { name: 'Map of the area' })
const tiles = () => [...map().querySelectorAll('img')]
const paths = () => tiles().map((tile) => tile.getAttribute('src') ?? '')
const zoom = (name: 'Zoom in' | 'Zoom out') => screen.getByRole('button', { name })
const isAtEnd = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true'

/** Each of the tiles that are drawn now loads, or fails, in turn. */
const answer = (...events: ('load' | 'error')[]) =>
  act(async () => {
    for (const [i, tile] of tiles().entries())
      fireEvent(tile, new Event(events[Math.min(i, events.length - 1)] ?? 'load'))
  })

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(358)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(224)
  // The policy refuses all HTML that is written as text.
  vi.spyOn(Element.prototype, 'innerHTML', 'set').mockImplementation(() => {
    throw new TypeError('HTML as text')
  })
})

it('shows the tiles around the place, their attribution, and how the map is moved', async () => {
  await show()
  // Calculated with the published formula of Web Mercator for zoom 15.
  expect(paths()).toContain('/tiles/15/17601/10746.png')
  expect(paths().every((path) => path.startsWith('/tiles/15/'))).toBe(true)
  expect(tiles().every((tile) => tile.alt === '')).toBe(true)
  expect(screen.getByText('© Somebody')).toBeTruthy()
  const help = document.getElementById(map().getAttribute('aria-describedby') ?? '')
  expect(help?.textContent).toMatch(/arrow keys/)
})

it('zooms with buttons that keep the focus at the last level', async () => {
  await show()
  const user = userEvent.setup()
  expect([isAtEnd(zoom('Zoom in')), isAtEnd(zoom('Zoom out'))]).toEqual([false, true])
  await user.click(zoom('Zoom in'))
  await user.click(zoom('Zoom in'))
  expect([isAtEnd(zoom('Zoom in')), isAtEnd(zoom('Zoom out'))]).toEqual([true, false])
  await user.click(zoom('Zoom in'))
  expect(document.activeElement).toBe(zoom('Zoom in'))
  // The levels above the tiles' own show the same tiles enlarged.
  expect(paths().every((path) => path.startsWith('/tiles/15/'))).toBe(true)
})

it('can be focused and moved with the arrow keys', async () => {
  await show()
  const before = paths()
  expect(map().tabIndex).toBe(0)
  map().focus()
  const press = (keyCode: number) =>
    act(async () => void fireEvent.keyDown(map(), { keyCode, shiftKey: true }))
  for (let i = 0; i < 3; i++) await press(39)
  await vi.waitFor(() => expect(paths()).not.toEqual(before))
})

it('is replaced by a sentence when no tile loads', async () => {
  await show()
  await answer('error')
  expect(screen.getByText('The map couldn’t be loaded.')).toBeTruthy()
  expect(screen.queryByRole('application')).toBeNull()
})

it('stays when some of its tiles are missing', async () => {
  await show()
  await answer('load', 'error')
  expect(map()).toBeTruthy()
})

it.each([
  { latitude: -90, longitude: 180 },
  { latitude: 90, longitude: -180 },
])('can be drawn at the edge of the earth: %o', async (at) => {
  await show(at)
  expect(paths().length).toBeGreaterThan(0)
  expect(paths().join()).not.toMatch(/NaN|Infinity|\/-\d/)
})
