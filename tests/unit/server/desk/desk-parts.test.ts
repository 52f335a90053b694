import { describe, expect, it } from 'vitest'
import { createDeskChanges } from '#server/platform/desk-changes.ts'
import { deskCookies } from '#server/platform/http/cookies.ts'
import { nameFault, passwordFault } from '#server/desk/operator-office.ts'
import { createMaintenance, restOf } from '#server/market/maintenance.ts'

const SECRET = 'x'.repeat(43)

describe('the desk cookie', () => {
  it('is bound to this host over HTTPS, and told apart from a user’s', () => {
    const { session: cookie } = deskCookies(true)
    expect(cookie.set(SECRET)).toBe(
      `__Host-fairtick-desk=${SECRET}; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure`,
    )
    expect(cookie.clear()).toContain('Max-Age=0')
    expect(cookie.read(`__Host-fairtick=${SECRET}`)).toBeUndefined()
    expect(cookie.read(`fairtick-desk=${SECRET}`)).toBeUndefined()
    expect(cookie.read(`a=b; __Host-fairtick-desk=${SECRET}`)).toBe(SECRET)
  })
})

describe('a new operator', () => {
  it.each([
    'An',
    'anna!',
    'Anna',
    '1anna',
    'practice-reviewer',
    'practice-curve',
    'command-line',
    'a'.repeat(33),
  ])('cannot be called %s', (name) => expect(nameFault(name)).not.toBeNull())
  it.each(['short', 'password12', 'anna123456', '1234567890', 'x'.repeat(129)])(
    'cannot have the password %s',
    (password) => expect(passwordFault('anna', password)).not.toBeNull(),
  )
  it('may be called anna with a good password', () => {
    expect([nameFault('anna'), passwordFault('anna', 'a-mule-behind-7-desks')]).toEqual([
      null,
      null,
    ])
  })
})

it('a change of the queues reaches every listener', () => {
  const deskChanges = createDeskChanges()
  const rung: string[] = []
  deskChanges.onChange(() => rung.push('first'))
  deskChanges.onChange(() => rung.push('second'))
  deskChanges.changed()
  expect(rung).toEqual(['first', 'second'])
})

describe('maintenance', () => {
  it('is told once a change, and stands as it was stored', () => {
    const maintenance = createMaintenance(new Map([[3, 'halted']]))
    const told: number[] = []
    maintenance.onChange((id) => told.push(id))
    expect([maintenance.of(3), maintenance.of(4)]).toEqual(['halted', 'open'])
    maintenance.set(3, 'halted')
    maintenance.set(4, 'draining')
    maintenance.set(4, 'open')
    expect(told).toEqual([4, 4])
    expect(restOf(undefined)).toBe('open')
    expect([restOf({ halted_at: null }), restOf({ halted_at: 5n })]).toEqual(['draining', 'halted'])
  })
})
