import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deskLegalTexts, listLegalTexts } from '#contract/endpoints/legal.ts'
import { deskLegalText, LEGAL_TEXT_MAX } from '#contract/legal.ts'
import { brokenLine, logInOperator } from '#support/desk.ts'
import { fakeMarket } from '#support/fake-market.ts'
import { roomOf } from '#support/fake-market-room.ts'
import { type TestServer, testServer } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

const TEXTS = { 'zh-CN': '条款', en: 'Terms.\n\nSecond.', de: 'Bedingungen.' }
let its: TestServer
let anna: Visitor
let bert: Visitor
let keys = 0
beforeAll(async () => {
  its = await testServer({ openMarket: roomOf(fakeMarket()) })
  anna = await logInOperator(its, 'anna')
  bert = await logInOperator(its, 'bert')
})
afterAll(() => its.close())

const newKey = (): string => `legal-key-for-a-test-${++keys}`
const propose = (asked: object = {}, operator = anna) =>
  operator.post('/api/desk/legal-texts', { key: newKey(), kind: 'terms', texts: TEXTS, ...asked })
async function proposed(asked: object = {}) {
  const answer = await propose(asked)
  expect(answer.status, answer.text).toBe(200)
  return deskLegalText.parse(answer.body)
}
const decide = (operator: Visitor, id: string, decision = 'publish') =>
  operator.post(`/api/desk/legal-texts/${id}/decision`, { decision })
const published = async (language = 'en', kind = '') =>
  (await its.visitor().read(listLegalTexts.reply, `/api/legal-texts?language=${language}${kind}`))
    .items
const actsOf = (id: string) =>
  its.owner.query<{ actor: string; act: string; ref: string }>(
    `select actor, act, ref from operator_log where act like 'legal%' and ref like $1 order by seq`,
    [`${id}:%`],
  )

describe('a legal text', () => {
  it('is read by everyone once a second operator has published it, in the language or in English', async () => {
    const { id, digest } = await proposed()
    expect(await published()).toEqual([])
    const own = await decide(anna, id)
    expect([own.status, own.text.includes('same_operator')]).toEqual([409, true])
    expect(await published()).toEqual([])
    expect((await decide(bert, id)).status).toBe(200)
    expect(await published('de')).toMatchObject([
      { kind: 'terms', version: 1, language: 'de', body: 'Bedingungen.' },
    ])
    expect(await published('th')).toMatchObject([{ language: 'en', body: 'Terms.\n\nSecond.' }])
    expect(await published('en', '&kind=risk')).toEqual([])
    expect(await actsOf(id)).toEqual([
      { actor: 'anna', act: 'legal_propose', ref: `${id}:${digest}` },
      { actor: 'bert', act: 'legal_publish', ref: `${id}:${digest}` },
    ])
    expect(await brokenLine(its.owner)).toBeNull()
  })

  it('is replaced by the next version, and stays at the desk', async () => {
    const first = (await published())[0]
    const { id } = await proposed({ texts: { ...TEXTS, en: 'Other terms.' } })
    expect((await published())[0]).toEqual(first)
    await decide(bert, id)
    expect((await published())[0]).toMatchObject({ version: 2, body: 'Other terms.' })
    const { items } = await bert.read(deskLegalTexts.reply, '/api/desk/legal-texts')
    expect(items.map(({ version }) => version)).toEqual([2, 1])
  })

  it('is decided once', async () => {
    const { id } = await proposed({ kind: 'risk' })
    expect((await decide(anna, id, 'reject')).status).toBe(200)
    for (const decision of ['publish', 'reject']) {
      const second = await decide(bert, id, decision)
      expect([second.status, second.text.includes('document_moved_on')]).toEqual([409, true])
    }
    expect((await decide(bert, '999999')).status).toBe(404)
    expect(await published('en', '&kind=risk')).toEqual([])
  })

  it('waits alone of its kind, and is proposed once for one key', async () => {
    const key = newKey()
    const first = await proposed({ key, kind: 'privacy' })
    expect((await proposed({ key, kind: 'privacy' })).id).toBe(first.id)
    const other = await propose({ key, kind: 'privacy', texts: { ...TEXTS, en: 'x' } })
    expect([other.status, other.text.includes('key_reused')]).toEqual([422, true])
    const second = await propose({ kind: 'privacy' }, bert)
    expect([second.status, second.text.includes('too_many_in_review')]).toEqual([409, true])
    expect((await decide(bert, first.id)).status).toBe(200)
  })

  it('never changes, for the owner of the tables either', async () => {
    for (const change of [
      `texts = '{"en": "x", "zh-CN": "x"}'`,
      `status = 'proposed', version = null, decided_by = null, decided_at = null`,
      'version = 7',
      `kind = 'risk'`,
    ])
      await expect(
        its.owner.query(`update legal_texts set ${change} where status = 'published'`),
      ).rejects.toThrow()
    await expect(its.owner.query('delete from legal_texts')).rejects.toThrow()
    await expect(
      its.owner.query(`insert into legal_texts (intent_key, kind, texts, digest, status, version, proposed_by,
        proposed_at, decided_by, decided_at) select 'forged', kind, texts, digest, 'published', 9, 'a', 1, 'b', 2
        from legal_texts limit 1`),
    ).rejects.toThrow()
  })

  it.each([
    ['without Chinese', { texts: { en: 'Only English' } }],
    ['with an empty text', { texts: { ...TEXTS, en: ' \n ' } }],
    ['with a long text', { texts: { ...TEXTS, en: 'x'.repeat(LEGAL_TEXT_MAX + 1) } }],
    ['with a deceptive text', { texts: { ...TEXTS, en: 'a\u202Eb' } }],
    ['in another language', { texts: { ...TEXTS, xx: 'Other' } }],
    ['of another kind', { kind: 'rules' }],
  ])('is refused %s', async (_, asked) => {
    expect((await propose(asked)).status).toBe(400)
  })

  it('can be as long as it may in all ten languages', async () => {
    const languages = ['zh-CN', 'zh-TW', 'en', 'ja', 'th', 'vi', 'id', 'ko', 'fr', 'de']
    const long = '长'.repeat(LEGAL_TEXT_MAX)
    const texts = Object.fromEntries(languages.map((each) => [each, long]))
    const { id } = await proposed({ kind: 'risk', texts })
    expect((await decide(bert, id)).status).toBe(200)
    expect((await published('vi', '&kind=risk'))[0]?.body).toBe(long)
  })

  it('is written by operators alone', async () => {
    const { visitor } = await its.registerUser()
    for (const someone of [visitor, its.visitor()]) {
      expect((await propose({}, someone)).status).toBe(404)
      expect((await decide(someone, '1')).status).toBe(404)
      expect((await someone.get('/api/desk/legal-texts')).status).toBe(404)
    }
  })
})
