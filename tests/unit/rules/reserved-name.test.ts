import { expect, it } from 'vitest'
import { isReservedName } from '#rules/reserved-name.ts'

it.each([
  'support',
  'Support',
  'SUPPORT_1',
  '_support_',
  '24support',
  'supp0rt',
  'ｓｕｐｐｏｒｔ',
  'admin_',
  'Adm1n_01',
  'admins',
  'operator',
  'officia1',
  'mod3rator',
  'fairtick',
  'my_FairTick',
  'fa1rt1ck24',
])('reserves %s, which looks like the platform', (name) => {
  expect(isReservedName(name, [])).toBe(true)
})

it.each(['g_abcdef', 'G_0123456789'])('reserves %s for guests', (name) => {
  expect(isReservedName(name, [])).toBe(true)
})

it.each([
  '__proto__',
  '__PROTO__',
  'constructor',
  'Constructor',
  'toString',
  'tostring',
  'valueOf',
  'hasOwnProperty',
  'prototype',
  'undefined',
])('reserves %s, a word of the language', (name) => {
  expect(isReservedName(name, [])).toBe(true)
})

it.each([
  'maria_1',
  'supporter',
  'gustav_2',
  'g12345',
  'rooted',
  'badminton',
  'managers_x',
  'user_1',
  'demo01',
  'securityfan',
  'proto_1',
])('leaves %s to users', (name) => {
  expect(isReservedName(name, [])).toBe(false)
})

const BRANDS = ['Gold-Tick & Co', 'Gtx', '金市', '·']
it.each(['goldtickco', 'my_G0ldT1ckC0_24', 'gtx', 'GTX_1', '_gtx_'])(
  'reserves %s, which looks like the name of the app',
  (name) => {
    expect(isReservedName(name, BRANDS)).toBe(true)
    expect(isReservedName(name, [])).toBe(false)
  },
)

it.each(['goldtick', 'gtxfan', 'maria_1'])('leaves %s to users under such a name', (name) => {
  expect(isReservedName(name, BRANDS)).toBe(false)
})
