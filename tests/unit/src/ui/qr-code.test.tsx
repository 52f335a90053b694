import { render, screen } from '@testing-library/react'
import { decodeQR } from 'qr/decode.js'
import { expect, it } from 'vitest'
import { QrCode } from '#ui/qr-code.tsx'

/** Draws the path's squares as a black and white picture, four pixels a module. */
function picture(svg: Element) {
  const size = Number(svg.getAttribute('viewBox')?.split(' ')[2]) * 4
  const data = new Uint8ClampedArray(size * size * 4).fill(255)
  const squares =
    svg
      .querySelector('path')
      ?.getAttribute('d')
      ?.matchAll(/M(\d+) (\d+)/g) ?? []
  for (const [, x = '', y = ''] of squares) {
    for (let at = 0; at < 16; at++) {
      const pixel = (Number(y) * 4 + (at >> 2)) * size + Number(x) * 4 + (at & 3)
      data.fill(0, pixel * 4, pixel * 4 + 3)
    }
  }
  return { width: size, height: size, data }
}

it('shows what a scanner reads back', async () => {
  const text = 'otpauth://totp/Fairtick:trader_one?secret=JBSWY3DPEHPK3PXP&issuer=Fairtick'
  render(<QrCode text={text} label="Scan me" />)
  const svg = await screen.findByRole('img', { name: 'Scan me' })
  expect(decodeQR(picture(svg))).toBe(text)
})
