import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deskNews, getNews, listNews } from '#contract/endpoints/news.ts'
import { deskNewsItem, NEWS_AHEAD_MS, NEWS_BODY_MAX, NEWS_TITLE_MAX } from '#contract/news.ts'
import { brokenLine, logInOperator, logOf, operatorLogIn } from '#support/desk.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { type TestServer, testServer } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

const text = (title: string) => ({ title, body: `About ${title}.\n\nSecond paragraph.` })
const TEXTS = { 'zh-CN': text('周六维护'), en: text('Maintenance'), de: text('Wartung') }
let its: TestServer
let clock: ManualClock
let desk: Visitor
let keys = 0
beforeAll(async () => {
  clock = manualClock(Date.UTC(2026, 10, 21, 9))
  its = await testServer({ clock })
  desk = await logInOperator(its, 'anna')
})
afterAll(() => its.close())

async function later(ms: number): Promise<void> {
  clock.jump(ms)
  expect((await desk.post('/api/desk/session', operatorLogIn(its, 'anna'))).status).toBe(200)
}
const newKey = (): string => `news-key-for-a-test-${++keys}`
const write = (asked: object = {}) =>
  desk.post('/api/desk/news', { key: newKey(), texts: TEXTS, publishAt: null, ...asked })
async function written(asked: object = {}) {
  const answer = await write(asked)
  expect(answer.status, answer.text).toBe(200)
  return deskNewsItem.parse(answer.body)
}
const withdraw = (id: string) => desk.post(`/api/desk/news/${id}/withdraw`, undefined)
const published = (language = 'en', before = '') =>
  its.visitor().read(listNews.reply, `/api/news?language=${language}${before}`)
const article = (id: string, language = 'en') =>
  its.visitor().get(`/api/news/${id}?language=${language}`)

describe('an article of the news', () => {
  it('is read by everyone at once, in their language or in English', async () => {
    const { id } = await written()
    const { items } = await published('de')
    expect(items[0]).toMatchObject({ id, language: 'de', title: 'Wartung' })
    expect((await published('th')).items[0]).toMatchObject({ language: 'en', title: 'Maintenance' })
    const answer = await article(id, 'zh-CN')
    expect(getNews.reply.parse(answer.body)).toMatchObject({
      title: '周六维护',
      body: TEXTS['zh-CN'].body,
    })
    expect(await logOf(its.owner, id)).toEqual([{ actor: 'anna', act: 'news_publish' }])
  })

  it('is not there before its time', async () => {
    const { id } = await written({ publishAt: clock.now() + HOUR_MS })
    expect((await article(id)).status).toBe(404)
    expect((await published()).items.map((item) => item.id)).not.toContain(id)
    await later(HOUR_MS)
    expect((await article(id)).status).toBe(200)
    expect((await published()).items[0]?.id).toBe(id)
  })

  it('is gone for everyone once it is withdrawn, once and for ever', async () => {
    const { id } = await written()
    expect((await withdraw(id)).status).toBe(200)
    expect((await article(id)).status).toBe(404)
    expect((await published()).items.map((item) => item.id)).not.toContain(id)
    const second = await withdraw(id)
    expect([second.status, second.text.includes('document_moved_on')]).toEqual([409, true])
    expect((await withdraw('999999')).status).toBe(404)
    const { items } = await desk.read(deskNews.reply, '/api/desk/news')
    expect(items.find((item) => item.id === id)).toMatchObject({ withdrawnBy: 'anna' })
    expect((await logOf(its.owner, id)).map(({ act }) => act)).toEqual([
      'news_publish',
      'news_withdraw',
    ])
    expect(await brokenLine(its.owner)).toBeNull()
    for (const change of [
      `texts = '{"en": {}, "zh-CN": {}}'`,
      'withdrawn_at = null',
      'publish_at = publish_at + 1',
    ])
      await expect(its.owner.query(`update news set ${change} where id = ${id}`)).rejects.toThrow(
        'only withdrawn',
      )
    await expect(its.owner.query('delete from news')).rejects.toThrow('only withdrawn')
  })

  it('is written once for one key, whatever is asked later, and refused with other words', async () => {
    await later(DAY_MS)
    const key = newKey()
    const first = await written({ key })
    await later(HOUR_MS)
    expect((await written({ key })).id).toBe(first.id)
    for (const other of [
      { texts: { ...TEXTS, en: text('Other') } },
      { publishAt: clock.now() + HOUR_MS },
    ]) {
      const answer = await write({ key, ...other })
      expect([answer.status, answer.text.includes('key_reused')]).toEqual([422, true])
    }
  })

  it.each([
    ['without Chinese', { texts: { en: text('Only English') } }],
    ['without a body', { texts: { ...TEXTS, en: { title: 'Title', body: ' \n ' } } }],
    ['with a title of two lines', { texts: { ...TEXTS, en: { ...TEXTS.en, title: 'a\nb' } } }],
    ['with a long title', { texts: { ...TEXTS, en: text('x'.repeat(NEWS_TITLE_MAX + 1)) } }],
    [
      'with a long body',
      { texts: { ...TEXTS, en: { title: 'a', body: 'x'.repeat(NEWS_BODY_MAX + 1) } } },
    ],
    ['with a deceptive title', { texts: { ...TEXTS, en: text('\u202Eevil') } }],
    ['in another language', { texts: { ...TEXTS, xx: text('Other') } }],
    ['too far ahead', { publishAt: Date.UTC(2026, 10, 30) + NEWS_AHEAD_MS }],
  ])('is refused %s', async (_, asked) => {
    expect((await write(asked)).status).toBe(400)
  })

  it('can be as long as it may in all ten languages', async () => {
    const long = { title: '长'.repeat(NEWS_TITLE_MAX), body: '长'.repeat(NEWS_BODY_MAX) }
    const languages = ['zh-CN', 'zh-TW', 'en', 'ja', 'th', 'vi', 'id', 'ko', 'fr', 'de']
    const { id } = await written({
      texts: Object.fromEntries(languages.map((each) => [each, long])),
    })
    expect(getNews.reply.parse((await article(id, 'vi')).body)).toMatchObject(long)
  })

  it('is one of at most ten a day, and lists are read page by page', async () => {
    await later(DAY_MS)
    for (let n = 0; n < 10; n += 1) await written({ texts: { ...TEXTS, en: text(`Number ${n}`) } })
    const eleventh = await write()
    expect([eleventh.status, eleventh.text.includes('daily_count_reached')]).toEqual([409, true])
    await its.owner.query(`insert into news (intent_key, texts, written_by, written_at, publish_at)
      select 'older-' || n, '{"zh-CN": {"title": "a", "body": "b"}, "en": {"title": "a", "body": "b"}}', 'anna',
        n / 2, n / 2 from generate_series(1, 120) n`)
    const seen: string[] = []
    let before = ''
    for (;;) {
      const { items, next } = await published('en', before)
      seen.push(...items.map((item) => item.id))
      if (next === null) break
      before = `&before=${next}`
    }
    const [{ n } = { n: 0 }] = await its.owner.query<{ n: number }>(
      'select count(*)::int as n from news where withdrawn_at is null',
    )
    expect([seen.length, new Set(seen).size]).toEqual([n, n])
  })

  it('is written by operators alone', async () => {
    const { visitor } = await its.registerUser()
    const body = { key: newKey(), texts: TEXTS, publishAt: null }
    for (const someone of [visitor, its.visitor()]) {
      expect((await someone.post('/api/desk/news', body)).status).toBe(404)
      expect((await someone.get('/api/desk/news')).status).toBe(404)
    }
  })
})
