/** Reads a photo's format and size from its first bytes, without decoding it. */

/** The format and size of a photo. */
export interface PhotoHeader {
  type: 'jpeg' | 'png' | 'webp'
  width: number
  height: number
}
/** `unsupported`: none of the three formats. `unreadable`: one of them, but its header is damaged. */
export type HeaderFault = 'unsupported' | 'unreadable'
type Size = Omit<PhotoHeader, 'type'> | null

const JPEG_START = Buffer.from([0xff, 0xd8, 0xff])
const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const startsWith = (bytes: Buffer, start: Buffer): boolean =>
  bytes.subarray(0, start.length).equals(start)
const ascii = (bytes: Buffer, from: number, to: number): string =>
  bytes.toString('latin1', from, to)

/** SOF0 to SOF15 contain the size, except C4, C8 and CC, which are other segments. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const standsAlone = (marker: number): boolean =>
  marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

/** ITU T.81, annex B: reads segments up to the first frame header. */
function jpegSize(bytes: Buffer): Size {
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) at += 1
    else if (standsAlone(marker)) at += 2
    else if (marker === START_OF_SCAN || marker === END_OF_IMAGE) return null
    else if (isFrame(marker)) {
      if (at + 9 > bytes.length) return null
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    } else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

function pngSize(bytes: Buffer): Size {
  if (bytes.length < 24 || ascii(bytes, 12, 16) !== 'IHDR') return null
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** RFC 9649: a lossy or lossless frame, or the canvas that the extended format declares. */
function webpSize(bytes: Buffer): Size {
  if (bytes.length < 30) return null
  switch (ascii(bytes, 12, 16)) {
    case 'VP8 ':
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return null
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return null
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}

const sized = (type: PhotoHeader['type'], size: Size): PhotoHeader | HeaderFault =>
  size === null || size.width === 0 || size.height === 0 ? 'unreadable' : { type, ...size }

/** Reads the header from the content alone. File names and declared types are not trusted. */
export function readPhotoHeader(bytes: Buffer): PhotoHeader | HeaderFault {
  if (startsWith(bytes, JPEG_START)) return sized('jpeg', jpegSize(bytes))
  if (startsWith(bytes, PNG_START)) return sized('png', pngSize(bytes))
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') {
    return sized('webp', webpSize(bytes))
  }
  return 'unsupported'
}
