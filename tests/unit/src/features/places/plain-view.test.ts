import { expect, it } from 'vitest'
import { citiesIn, nearestCities } from '#features/places/find-cities.ts'
import { CITIES, type Point } from '#features/places/place-catalogue.ts'
import { plainView, VIEW } from '#features/places/plain-view.ts'

const english = citiesIn('en')
const around = (at: Point) =>
  plainView(
    at,
    nearestCities(english, at, 6).filter(({ km }) => km > 1),
  )

it('draws every city of the list with its neighbours inside the frame and a grid behind them', () => {
  for (const at of CITIES) {
    const { dots, lines, scale } = around(at)
    for (const { x, y } of dots) {
      expect(x).toBeGreaterThan(0)
      expect(x).toBeLessThan(VIEW.width)
      expect(y).toBeGreaterThan(0)
      expect(y).toBeLessThan(VIEW.height)
    }
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join()).not.toMatch(/NaN|Infinity/)
    expect(scale.width).toBeGreaterThan(5)
    expect(scale.width).toBeLessThan(VIEW.width / 2)
  }
})

it('puts what lies north above and what lies east to the right', () => {
  const { dots } = around({ latitude: 48.86, longitude: 2.35 })
  const lille = dots.find(({ city }) => city.name === 'Lille')
  const brussels = dots.find(({ city }) => city.name === 'Brussels')
  expect(lille?.y).toBeLessThan(VIEW.height / 2)
  expect(brussels?.x).toBeGreaterThan(lille?.x ?? VIEW.width)
})

it('holds together at the date line and near a pole', () => {
  const { dots } = around({ latitude: -16.8, longitude: -179.9 })
  expect(dots.some(({ city }) => city.name === 'Suva')).toBe(true)
  expect(around({ latitude: 89.9, longitude: 10 }).lines.join()).not.toMatch(/NaN/)
})

it('leaves out names that would lie over one another', () => {
  const twin = (name: string, longitude: number) => ({
    city: { ...english[0]!, name, shown: name, latitude: 50, longitude },
  })
  const { dots } = plainView({ latitude: 49.9, longitude: 8 }, [
    twin('A rather long name', 8.1),
    twin('Another rather long name', 8.1001),
    twin('A third rather long name', 8.1002),
  ])
  expect(dots.filter(({ labelled }) => labelled).length).toBeLessThan(3)
  expect(dots).toHaveLength(3)
})
