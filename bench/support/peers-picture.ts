/** Draws the figures of `peers` as bars for docs/PERFORMANCE.md, and prints them as a table for the same place. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Way } from '../peers/feeds.ts'
import { digits } from './figures.ts'

const FILE = fileURLToPath(new URL('../../docs/pictures/peers.svg', import.meta.url))

const MEASURES = {
  busy: ['Main thread', '%'],
  framesPerSecond: ['Frames (more is better)', 'per s'],
  ageMs: ['Age of the shown price, median', 'ms'],
  ageP99Ms: ['Age of the shown price, p99', 'ms'],
  bytesPerSecond: ['On the wire', 'KiB/s'],
  serverMsPerSecond: ['Server CPU', 'ms/s'],
} as const
type Measure = keyof typeof MEASURES
const MEASURE_KEYS = Object.keys(MEASURES) as Measure[]

const WAYS: readonly { way: Way; name: string; fill: string }[] = [
  { way: 'app', name: 'Fairtick', fill: '#038441' },
  { way: 'usual', name: 'event per tick', fill: '#b4531a' },
  { way: 'poll', name: 'polling', fill: '#5b6472' },
]

/** The medians at one rate of ticks. */
export interface Shown {
  ticksPerSecond: number
  ways: Record<Way, Record<Measure, number>>
}

const WIDTH = 860
const MARGIN = 20
const HEAD = 64
const BLOCK = 96
const BAR = { height: 14, step: 20, left: 96, room: 86 }
const SIZE = { title: 15, text: 12 }

const rateText = ({ ticksPerSecond }: Shown): string =>
  `${ticksPerSecond.toLocaleString('en')} ticks/s`

interface Place {
  x: number
  y: number
  size?: number
  weight?: 'bold' | 'normal'
  anchor?: 'start' | 'end'
}

const write = (text: string, place: Place): string => {
  const { x, y, size = SIZE.text, weight = 'normal', anchor = 'start' } = place
  return (
    `<text x="${Math.round(x)}" y="${y}" font-size="${size}" font-weight="${weight}" ` +
    `text-anchor="${anchor}">${text}</text>`
  )
}

/** One measure at one rate; the longest bar has the whole length. */
function drawBlock(shown: Shown, measure: Measure, at: { x: number; y: number; width: number }) {
  const [, unit] = MEASURES[measure]
  const length = at.width - BAR.left - BAR.room
  const most = Math.max(...WAYS.map(({ way }) => shown.ways[way][measure]))
  return WAYS.flatMap(({ way, name, fill }, i) => {
    const value = shown.ways[way][measure]
    const y = at.y + i * BAR.step
    const long = Math.max(1, (value / most) * length)
    const left = at.x + BAR.left
    const text = y + BAR.height - 3
    return [
      write(name, { x: left - 8, y: text, anchor: 'end' }),
      `<rect x="${left}" y="${y}" width="${long.toFixed(1)}" height="${BAR.height}" fill="${fill}"/>`,
      write(`${digits(value)} ${unit}`, { x: left + long + 6, y: text }),
    ]
  })
}

/** Writes the picture. `browser`: its name and version. */
export function drawPeers(results: readonly Shown[], browser: string): void {
  const column = (WIDTH - 2 * MARGIN) / results.length
  const height = HEAD + MEASURE_KEYS.length * BLOCK + MARGIN
  const today = new Date().toISOString().slice(0, 10)
  const machine = `${today}, ${availableParallelism()} cores, Node ${process.version}, ${browser}`
  const parts = [
    write('200 ticking rows, 390 px', { x: MARGIN, y: 26, size: SIZE.title, weight: 'bold' }),
    write(machine, { x: WIDTH - MARGIN, y: 26, anchor: 'end' }),
    ...results.map((shown, i) =>
      write(rateText(shown), { x: MARGIN + i * column + BAR.left, y: 50, weight: 'bold' }),
    ),
    ...MEASURE_KEYS.flatMap((measure, row) => {
      const y = HEAD + row * BLOCK
      return [
        write(MEASURES[measure][0], { x: MARGIN, y: y + 14, weight: 'bold' }),
        ...results.flatMap((shown, i) =>
          drawBlock(shown, measure, { x: MARGIN + i * column, y: y + 24, width: column }),
        ),
      ]
    }),
  ]
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" ` +
      `viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" fill="#1b1f24">`,
    '<title>The same 200 ticking rows in three ways</title>',
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    ...parts,
    '</svg>',
  ]
  mkdirSync(dirname(FILE), { recursive: true })
  writeFileSync(FILE, `${svg.join('\n')}\n`)
}

/** Prints the figures as docs/PERFORMANCE.md has them. */
export function printTable(results: readonly Shown[]): void {
  const names = WAYS.map(({ name }) => name).join(' | ')
  console.log(`| Upstream | Measure | ${names} |\n| --- | --- | --- | --- | --- |`)
  for (const shown of results)
    for (const measure of MEASURE_KEYS) {
      const [name, unit] = MEASURES[measure]
      const values = WAYS.map(({ way }) => `${digits(shown.ways[way][measure])} ${unit}`)
      console.log(`| ${rateText(shown)} | ${name} | ${values.join(' | ')} |`)
    }
}
