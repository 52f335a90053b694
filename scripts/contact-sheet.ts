/** Puts all screens of one language as small pictures on one sheet, each with its name. */
import sharp from 'sharp'

export interface Shot {
  name: string
  png: Buffer
}

const COLUMNS = 10
const PICTURE = { width: 160, height: 346 }
const LABEL = 16
const GAP = 8
/** Maximum size of a sheet, so that the repository stays small. */
const BYTES_AT_MOST = 400_000
const QUALITIES = [72, 60, 50, 40, 30]

const label = (name: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${LABEL}">` +
      `<text x="0" y="12" font-family="sans-serif" font-size="11" fill="#454d5c">${name}</text></svg>`,
  )

export async function writeContactSheet(path: string, shots: readonly Shot[]): Promise<void> {
  const cell = { width: PICTURE.width + GAP, height: PICTURE.height + LABEL + GAP }
  const rows = Math.ceil(shots.length / COLUMNS)
  const placed = await Promise.all(
    shots.map(async ({ name, png }, i) => {
      const left = GAP + (i % COLUMNS) * cell.width
      const top = GAP + Math.floor(i / COLUMNS) * cell.height
      const picture = await sharp(png)
        .resize({ ...PICTURE, fit: 'cover', position: 'top' })
        .toBuffer()
      return [
        { input: label(name), left, top },
        { input: picture, left, top: top + LABEL },
      ]
    }),
  )
  const sheet = await sharp({
    create: {
      width: GAP + COLUMNS * cell.width,
      height: GAP + rows * cell.height,
      channels: 3,
      background: '#d8dce6',
    },
  })
    .composite(placed.flat())
    .png()
    .toBuffer()
  for (const quality of QUALITIES) {
    const { size } = await sharp(sheet).webp({ quality, effort: 6 }).toFile(path)
    if (size <= BYTES_AT_MOST) return
  }
  throw new Error(`${path} is larger than ${BYTES_AT_MOST} bytes at every quality`)
}
