import { describe, expect, it } from 'vitest'
import { COMMON_PASSWORDS } from '#server/identity/common-passwords.ts'
import { isCommonPassword, passwordRefusal } from '#server/identity/password-rules.ts'

describe('common passwords', () => {
  it.each([
    'password123',
    'PassWord2024!',
    'P@ssw0rd!!',
    '1234567890',
    '0987654321',
    'qwertyuiop',
    'poiuytrewq',
    'aaaaaaaaaaaa',
    'abababababab',
    'abcabcabcabc',
    'iloveyou2024',
    '!!!!sunshine!!!!',
    'sunshine99887766',
    'woaini1314520',
    'Fairtick2026',
    'passwordpassword',
  ])('refuses %s', (password) => {
    expect(isCommonPassword(password, 'alice01')).toBe(true)
  })

  it.each([
    'correct-mule-7-stapler',
    'Zn7#qkT2pLw9',
    'ein-blauer-Elefant',
    '四季如春的北京城天气很好',
  ])('lets %s pass', (password) => {
    expect(isCommonPassword(password, 'alice01')).toBe(false)
  })

  it('refuses the account itself, also with digits behind it', () => {
    expect(isCommonPassword('Margarethe', 'margarethe')).toBe(true)
    expect(isCommonPassword('margarethe2024', 'Margarethe')).toBe(true)
    expect(isCommonPassword('margarethe2024', 'someone')).toBe(false)
  })

  it('has at least 200 whole ones, all long enough to be chosen at all', () => {
    expect(COMMON_PASSWORDS.size).toBeGreaterThanOrEqual(200)
    const short = [...COMMON_PASSWORDS].filter(
      (each) => each.length < 10 || each !== each.toLowerCase(),
    )
    expect(short).toEqual([])
  })
})

describe('the two passwords of a registration', () => {
  const good = { account: 'alice01', password: 'Zn7#qkT2pLw9', tradingPassword: 'mule-7-stapler' }

  it('may differ and be uncommon', () => {
    expect(passwordRefusal(good)).toBeUndefined()
  })
  it('must not be equal', () => {
    expect(passwordRefusal({ ...good, tradingPassword: good.password })).toBe('passwords_equal')
  })
  it('must both be uncommon', () => {
    const common = 'password_too_common'
    expect(passwordRefusal({ ...good, password: 'password123' })).toBe(common)
    expect(passwordRefusal({ ...good, tradingPassword: 'password123' })).toBe(common)
  })
})
