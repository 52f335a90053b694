import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { COMMON_PASSWORDS } from '#server/identity/common-passwords.ts'
import { createPasswordHasher } from '#server/identity/password-hasher.ts'
import { isCommonPassword, passwordRefusal, refuseListed } from '#server/identity/password-rules.ts'

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

describe('a list of leaked passwords', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-list-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const fileOf = (lines: string[]): string => {
    const file = join(folder, 'list.txt')
    writeFileSync(file, lines.join('\n'))
    return file
  }
  const many = (count: number) => Array.from({ length: count }, (_, n) => `Zkq-mule-Vx${n}`)

  it('refuses each of its passwords, however its letters are written', async () => {
    expect(isCommonPassword('zkq-MULE-vx2999', 'alice01')).toBe(false)
    await refuseListed(fileOf(many(3_000)))
    expect(isCommonPassword('zkq-MULE-vx2999', 'alice01')).toBe(true)
    expect(isCommonPassword('zkq-MULE-vx3000', 'alice01')).toBe(false)
  })

  it('starts no server when it is too short, or not there', async () => {
    const short = fileOf([...many(2_999), ...Array<string>(50).fill('short')])
    await expect(refuseListed(short)).rejects.toThrow('has 2999 passwords')
    await expect(refuseListed(join(folder, 'none.txt'))).rejects.toThrow('cannot be read')
  })
})

describe('password hashes', () => {
  it('are Argon2id of 19 MiB and two passes, each under a salt of its own', async () => {
    const { hash } = await createPasswordHasher()
    const [one, other] = [await hash('correct-mule-7'), await hash('correct-mule-7')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(other)
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
