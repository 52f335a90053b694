import { describe, expect, it } from 'vitest'
import { maskName, maskNumber, maskPhone, maskPlace } from '#rules/masking.ts'

describe('masks', () => {
  it.each([
    ['张小明', '张**'],
    ['王明', '王*'],
    ['阿卜杜·买买提', '阿******'],
    ['김철수', '김**'],
    ['山田', '山*'],
    ['John Smith', 'J*** S***'],
    ['  Ngô  Bảo Châu ', 'N*** B*** C***'],
    ['สมชาย ใจดี', 'ส*** ใ***'],
    ['Élodie', 'É***'],
    // A letter and its mark are one.
    ['e\u0301lodie', 'e\u0301***'],
  ])('show of the name %s only %s', (name, masked) => expect(maskName(name)).toBe(masked))

  it.each([
    ['4242 4242 4242 4242', '•••• 4242'],
    ['11010519491231002X', '•••• 002X'],
    ['A123456(3)', '•••• 4563'],
    ['1234567', '•••• 67'],
    ['12', '•••• 12'],
  ])('show the end of the number %s', (number, masked) => expect(maskNumber(number)).toBe(masked))

  it('show the end of a phone and the beginning of a place', () => {
    expect(maskPhone('+8613812345678')).toBe('•••• 5678')
    expect(maskPhone('')).toBe('')
    expect(maskPlace(' 北京市复兴路1号')).toBe('北京市复***')
  })
})
