import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readPhotoHeader } from '#server/verification/photo-header.ts'

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#999' } })

describe("a photo's header", () => {
  it.each([
    ['jpeg', 33, 21],
    ['png', 1, 500],
    ['webp', 640, 2],
  ] as const)('tells type and size of a %s as the library made it', async (type, width, height) => {
    const bytes = await blank(width, height).toFormat(type).toBuffer()
    expect(readPhotoHeader(bytes)).toEqual({ type, width, height })
  })

  it('tells the size of progressive JPEGs, of lossless and of extended WebPs', async () => {
    const size = { width: 70, height: 30 }
    const image = blank(70, 30)
    const progressive = await image.clone().jpeg({ progressive: true }).toBuffer()
    expect(readPhotoHeader(progressive)).toEqual({ type: 'jpeg', ...size })
    const lossless = await image.clone().webp({ lossless: true }).toBuffer()
    expect(readPhotoHeader(lossless)).toEqual({ type: 'webp', ...size })
    const extended = await image
      .clone()
      .withExif({ IFD0: { Make: 'Camera' } })
      .webp()
      .toBuffer()
    expect(extended.toString('latin1', 12, 16)).toBe('VP8X')
    expect(readPhotoHeader(extended)).toEqual({ type: 'webp', ...size })
  })

  it('passes over what stands before the size, thumbnails included', async () => {
    const bytes = await blank(90, 60).jpeg().toBuffer()
    const thumbnail = await blank(9, 6).jpeg().toBuffer()
    const segment = Buffer.alloc(4)
    segment.writeUInt16BE(0xffe1)
    segment.writeUInt16BE(thumbnail.length + 2, 2)
    const whole = Buffer.concat([bytes.subarray(0, 2), segment, thumbnail, bytes.subarray(2)])
    expect(readPhotoHeader(whole)).toEqual({ type: 'jpeg', width: 90, height: 60 })
  })

  it.each([
    ['nothing', ''],
    ['a GIF', 'GIF89a\u0001\u0000\u0001\u0000'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a HEIC', '\u0000\u0000\u0000\u0018ftypheic\u0000\u0000'],
    ['a WAV', 'RIFF\u0024\u0000\u0000\u0000WAVEfmt '],
    ['a PDF', '%PDF-1.7'],
    ['a page', '<!doctype html><script>1</script>'],
  ])('does not take %s', (_what, text) => {
    expect(readPhotoHeader(Buffer.from(text, 'latin1'))).toBe('unsupported')
  })

  it('says so when it breaks off or makes no sense, wherever that is', async () => {
    for (const type of ['jpeg', 'png', 'webp'] as const) {
      const bytes = await blank(40, 40).toFormat(type).toBuffer()
      for (let length = 12; length < bytes.length; length++) {
        const header = readPhotoHeader(bytes.subarray(0, length))
        expect(header === 'unreadable' || typeof header === 'object').toBe(true)
      }
      expect(readPhotoHeader(bytes.subarray(0, 14))).toBe('unreadable')
    }
    const flat = await blank(40, 40).png().toBuffer()
    flat.writeUInt32BE(0, 16)
    expect(readPhotoHeader(flat)).toBe('unreadable')
  })
})
