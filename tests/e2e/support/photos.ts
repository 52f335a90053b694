/** Photos as a phone takes them: real JPEGs of a made-up document, a little different each time. */
import { randomInt } from 'node:crypto'
import sharp from 'sharp'

export interface PhotoFile {
  name: string
  mimeType: 'image/jpeg'
  buffer: Buffer
}

export async function documentPhoto(title: string, name: string): Promise<PhotoFile> {
  const [width, height] = [1600, 1000]
  const shade = randomInt(120, 200)
  const drawing = `<svg width="${width}" height="${height}" xmlns="http://www.w3.org/2000/svg">
    <rect width="100%" height="100%" fill="rgb(${shade},${shade + 20},${shade + 40})"/>
    <rect x="90" y="260" width="380" height="480" rx="20" fill="#dde"/>
    <circle cx="280" cy="430" r="110" fill="#a98"/>
    <text x="90" y="170" font-size="96" font-family="sans-serif">${title}</text>
    <text x="540" y="420" font-size="72" font-family="monospace">${name}</text>
    <text x="540" y="560" font-size="72" font-family="monospace">${randomInt(1e8, 1e9)}</text>
  </svg>`
  const buffer = await sharp(Buffer.from(drawing)).jpeg({ quality: 90 }).toBuffer()
  return { name: `${title.toLowerCase().replaceAll(' ', '-')}.jpg`, mimeType: 'image/jpeg', buffer }
}
