/** Puts all screens of one language as small pictures on one sheet, each with its name. */
import sharp from 'sharp'
import { writeWebp } from './webp.ts'

export interface Shot {
  name: string
  png: Buffer
}

/** How a sheet is laid out: pictures side by side, and the size of each in px. */
export interface SheetLayout {
  columns: number
  width: number
  height: number
  maxBytes?: number
}
const PHONES: SheetLayout = { columns: 10, width: 160, height: 346 }
const LABEL = 16
const GAP = 8
const SHEET = { maxBytes: 400_000, best: 72 }

const label = (name: string, width: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${LABEL}">` +
      `<text x="0" y="12" font-family="sans-serif" font-size="11" fill="#454d5c">${name}</text></svg>`,
  )

export async function writeContactSheet(
  path: string,
  shots: readonly Shot[],
  { columns, maxBytes = SHEET.maxBytes, ...picture }: SheetLayout = PHONES,
): Promise<void> {
  const cell = { width: picture.width + GAP, height: picture.height + LABEL + GAP }
  const rows = Math.ceil(shots.length / columns)
  const placed = await Promise.all(
    shots.map(async ({ name, png }, i) => {
      const left = GAP + (i % columns) * cell.width
      const top = GAP + Math.floor(i / columns) * cell.height
      const input = await sharp(png)
        .resize({ ...picture, fit: 'cover', position: 'top' })
        .toBuffer()
      return [
        { input: label(name, picture.width), left, top },
        { input, left, top: top + LABEL },
      ]
    }),
  )
  const sheet = await sharp({
    create: {
      width: GAP + columns * cell.width,
      height: GAP + rows * cell.height,
      channels: 3,
      background: '#d8dce6',
    },
  })
    .composite(placed.flat())
    .png()
    .toBuffer()
  await writeWebp(sharp(sheet), path, { ...SHEET, maxBytes })
}
