import { expect, it } from 'vitest'
import { securityTxt } from '#server/platform/http/security-txt.ts'

const fieldsOf = (contact: string, iso: string): string[] =>
  securityTxt(contact, Date.parse(iso)).split('\n')

it('is the same all day, and expires 180 days after its beginning', () => {
  const file = ['Contact: mailto:a@b.example', 'Expires: 2026-06-30T00:00:00.000Z']
  for (const iso of ['2026-01-01T00:00:00Z', '2026-01-01T23:59:59.999Z']) {
    expect(fieldsOf('mailto:a@b.example', iso).slice(0, 2)).toEqual(file)
  }
  expect(fieldsOf('mailto:a@b.example', '2026-01-02T00:00:00Z')[1]).toContain('2026-07-01')
})

it('writes an address with other letters as a URI does', () => {
  expect(fieldsOf('https://bücher.example/lücke', '2026-01-01T00:00:00Z')[0]).toBe(
    'Contact: https://xn--bcher-kva.example/l%C3%BCcke',
  )
})
