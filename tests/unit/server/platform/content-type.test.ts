import { expect, it } from 'vitest'
import { isMediaType } from '#server/platform/http/content-type.ts'

it('reads whole media types', () => {
  for (const type of [
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json ; charset="utf-8" ; version=1',
    'application/json;',
    'application/reports+json',
    'multipart/form-data; boundary=----a1',
    'image/png',
    'text/plain; name="a; b\\" c"',
  ]) {
    expect([type, isMediaType(type)]).toEqual([type, true])
  }
})

it('refuses what only some parsers read', () => {
  for (const type of [
    '',
    'x',
    'application/',
    '/json',
    'application/json garbage',
    'application/json, text/plain',
    'application/json; charset=utf-8; x',
    'application/json; charset=utf-8 x',
    'application/json; charset',
    'application/json; charset=',
    'application/json; =utf-8',
    'application/json; charset=utf-16',
    'application/json; charset="utf-8',
    'application/json; charset=utf-8; charset=utf-16',
    'application/json; a=1; A=2',
    'application/json;;',
    'application/json; charset=utf-8\u00a0',
    ' application/json',
  ]) {
    expect([type, isMediaType(type)]).toEqual([type, false])
  }
})

it('answers at once, however long the header is', () => {
  for (const part of [' ', '; ', ';a=b', '; a="', 'a/', '\\"']) {
    expect(isMediaType(`application/json;${part.repeat(8_000)}x y`)).toBe(false)
  }
})
