/** What users and attackers send as a photo: real ones with secrets inside, other kinds, bombs, polyglots. */
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { chanceOf } from '#support/chance.ts'

/** Planted in every place a file has for words; it may come out nowhere. */
export const SECRET = 'Planted-Secret-7151'

export interface Sample {
  name: string
  bytes: Buffer
  /** What the server must say; `any`: taken or refused, both are right. */
  expect: 'taken' | 'unsupported' | 'unreadable' | 'too_large' | 'too_narrow' | 'any'
}

const XMP = [
  '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
  `<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${SECRET}"/>`,
  '</rdf:RDF></x:xmpmeta>',
].join('')
const EXIF = {
  IFD0: { Make: SECRET, Model: SECRET, Copyright: SECRET },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1', GPSMapDatum: SECRET },
}

type Noise = (width: number, height: number, channels?: 3 | 4) => Sharp

/** A prime, so that a row of pixels rarely repeats the one before. */
const TILE_BYTES = 65_521
/** The same noise for the same seed; sharp's own would differ from run to run. */
function noiseOf(seed: number): Noise {
  const chance = chanceOf(seed)
  const tile = Buffer.from(
    Array.from({ length: TILE_BYTES }, () => 76 + Math.floor(chance() * 104)),
  )
  return (width, height, channels = 3) =>
    sharp(Buffer.alloc(width * height * channels, tile), { raw: { width, height, channels } })
}
const flat = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#357' } })
const laden = (image: Sharp): Sharp => image.withExif(EXIF).withXmp(XMP).withIccProfile('p3')

const taken = (name: string, bytes: Buffer): Sample => ({ name, bytes, expect: 'taken' })
const SIZES = [
  [1, 1],
  [35, 700],
  [640, 400],
  [1600, 1200],
  [2600, 900],
] as const

async function ordinary(noise: Noise): Promise<Sample[]> {
  const samples: Sample[] = []
  for (const [width, height] of SIZES) {
    const image = noise(width, height)
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const bytes = await image.clone().toFormat(format).toBuffer()
      samples.push(taken(`${format} ${width}×${height}`, bytes))
    }
  }
  const image = noise(300, 200)
  samples.push(
    taken('progressive jpeg', await image.clone().jpeg({ progressive: true }).toBuffer()),
    taken('cmyk jpeg', await image.clone().toColourspace('cmyk').jpeg().toBuffer()),
    taken('grey jpeg', await image.clone().greyscale().jpeg().toBuffer()),
    taken('interlaced png', await image.clone().png({ progressive: true }).toBuffer()),
    taken('palette png', await image.clone().png({ palette: true }).toBuffer()),
    taken('16-bit png', await image.clone().toColourspace('rgb16').png().toBuffer()),
    taken('transparent png', await noise(300, 200, 4).png().toBuffer()),
    taken('lossless webp', await image.clone().webp({ lossless: true }).toBuffer()),
    taken('transparent webp', await noise(300, 200, 4).webp().toBuffer()),
  )
  return samples
}

async function withSecrets(noise: Noise): Promise<Sample[]> {
  const samples: Sample[] = []
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const bytes = await laden(noise(400, 300)).toFormat(format).toBuffer()
    if (!bytes.includes(SECRET)) throw new Error(`no secret planted in the ${format}`)
    samples.push(taken(`${format} with place and camera`, bytes))
  }
  for (const orientation of [2, 3, 5, 6, 8]) {
    const bytes = await noise(400, 300).withMetadata({ orientation }).jpeg().toBuffer()
    samples.push(taken(`jpeg turned ${orientation}`, bytes))
  }
  const jpeg = await noise(300, 200).jpeg().toBuffer()
  const words = Buffer.from(SECRET)
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, words.length + 2]), words])
  samples.push(
    taken('jpeg with a comment', Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])),
    taken('jpeg with a page behind', Buffer.concat([jpeg, Buffer.from(`<script>${SECRET}`)])),
    taken(
      'jpeg with an archive behind',
      Buffer.concat([jpeg, Buffer.from(`PK\u0003\u0004${SECRET}`)]),
    ),
  )
  return samples
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}
const PNG_HEADER_END = 33
const spliced = (png: Buffer, chunk: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, PNG_HEADER_END), chunk, png.subarray(PNG_HEADER_END)])

/** A whole, valid PNG of one colour: 32 KiB or so that unpack to gigabytes. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.of())]
  return Buffer.concat([start, ...chunks])
}

const MEBIBYTE = 1024 * 1024
async function bombs(): Promise<Sample[]> {
  const png = await flat(50, 50).png().toBuffer()
  const packed = deflateSync(Buffer.alloc(64 * MEBIBYTE), { level: 9 })
  const named = Buffer.concat([Buffer.from('x\u0000\u0000', 'latin1'), packed])
  const [width, height] = [4000, 3000]
  const largest = flat(width, height)
  return [
    { name: 'png of 225 megapixels', bytes: pngBomb(15_000, 15_000), expect: 'too_large' },
    { name: 'png of one column', bytes: pngBomb(1, 12_000_000), expect: 'too_large' },
    { name: 'png of a strip', bytes: pngBomb(20, 7_000), expect: 'too_narrow' },
    { name: 'png that claims 2³¹ squared', bytes: claimed(png, 2 ** 31 - 1), expect: 'too_large' },
    {
      name: 'png with a text that unpacks to 64 MiB',
      bytes: spliced(png, pngChunk('zTXt', named)),
      expect: 'any',
    },
    {
      name: 'png with a profile that unpacks to 64 MiB',
      bytes: spliced(png, pngChunk('iCCP', named)),
      expect: 'any',
    },
    taken('largest jpeg', await largest.clone().jpeg().toBuffer()),
    taken('largest progressive jpeg', await largest.clone().jpeg({ progressive: true }).toBuffer()),
    taken('largest interlaced png', await largest.clone().png({ progressive: true }).toBuffer()),
    taken('largest lossless webp', await largest.clone().webp({ lossless: true }).toBuffer()),
    taken(
      'largest turned jpeg',
      await largest.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    ),
  ]
}

function claimed(png: Buffer, side: number): Buffer {
  const header = Buffer.alloc(13)
  png.copy(header, 0, 16, 29)
  header.writeUInt32BE(side)
  header.writeUInt32BE(side, 4)
  return Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', header), png.subarray(PNG_HEADER_END)])
}

async function others(noise: Noise): Promise<Sample[]> {
  const image = noise(60, 40)
  const whole = await image.clone().jpeg().toBuffer()
  const text = (name: string, content: string): Sample => ({
    name,
    bytes: Buffer.from(content, 'latin1'),
    expect: 'unsupported',
  })
  const other = (name: string, bytes: Buffer): Sample => ({ name, bytes, expect: 'unsupported' })
  return [
    other('gif', await image.clone().gif().toBuffer()),
    other('tiff', await image.clone().tiff().toBuffer()),
    other('avif', await image.clone().avif({ effort: 0 }).toBuffer()),
    text('heic', '\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000mif1heic'),
    text('svg', `<svg xmlns="http://www.w3.org/2000/svg"><text>${SECRET}</text></svg>`),
    text(
      'svg that reads a file',
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">' +
        '<image xlink:href="file:///etc/passwd"/></svg>',
    ),
    text('pdf', '%PDF-1.7\n1 0 obj'),
    text('page', '<!doctype html><script>alert(1)</script>'),
    text('postscript', '%!PS-Adobe-3.0'),
    text('program', '\u007fELF\u0002\u0001\u0001'),
    text('wav', 'RIFF\u0024\u0000\u0000\u0000WAVEfmt '),
    text('nothing', ''),
    text('zeros', '\u0000'.repeat(4096)),
    other('gif before a jpeg', Buffer.concat([Buffer.from('GIF89a'), whole])),
    { name: 'half a jpeg', bytes: whole.subarray(0, whole.length / 2), expect: 'unreadable' },
    { name: 'three bytes of a jpeg', bytes: whole.subarray(0, 3), expect: 'unreadable' },
  ]
}

export async function uploadSamples(seed: number): Promise<Sample[]> {
  const noise = noiseOf(seed)
  const groups = [ordinary(noise), withSecrets(noise), others(noise), bombs()]
  return (await Promise.all(groups)).flat()
}
