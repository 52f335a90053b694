import { describe, expect, it } from 'vitest'
import { bareText } from '#i18n/bare-text.ts'

describe('a search by name', () => {
  it.each([
    ['Đồng', 'dong'],
    ['ＢＴＣ１００', 'btc100'],
    ['ﾋﾞｯﾄｺｲﾝ', 'ビットコイン'],
    ['Łódź', 'lodz'],
    ['Côte d’Ivoire', "cote d'ivoire"],
    ['EUR / USD', 'eurusd'],
    ['黃金期貨', '黄金期货'],
    ['歐元', '欧元'],
    ['廣州', '广州'],
    ['臺灣', '台湾'],
    ['İstanbul', 'istanbul'],
  ])('%s is found by %s', (name, words) => {
    expect(bareText(name)).toBe(bareText(words))
  })

  it('keeps words that differ apart', () => {
    expect(bareText('黄金')).not.toBe(bareText('白银'))
    expect(bareText('100')).not.toBe(bareText('500'))
  })
})
