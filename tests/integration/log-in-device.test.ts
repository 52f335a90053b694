import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, testServer } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

it('tells the owner of each log-in on a device that the account did not know, but not of the first', async () => {
  const { account, password, visitor } = await server.registerUser()
  const told = async (): Promise<number> => {
    const rows = await server.owner.query(
      `select 1 from messages m join users u on u.id = m.user_id
        where u.account = $1 and m.kind = 'log_in_new_device'`,
      [account],
    )
    return rows.length
  }
  const logIn = async (from: Visitor): Promise<void> => {
    expect((await from.post('/api/session', { account, password })).status).toBe(200)
  }
  expect(await told()).toBe(0)
  await logIn(visitor)
  expect(await told()).toBe(0)
  const other = server.visitor()
  await logIn(other)
  expect(await told()).toBe(1)
  await logIn(other)
  expect(await told()).toBe(1)
  const refused = { account, password: 'a-wrong-mule-1-stapler' }
  expect((await server.visitor().post('/api/session', refused)).status).toBe(401)
  expect(await told()).toBe(1)
})
