import { expect, it } from 'vitest'
import { z } from 'zod'
import { read } from './repository.ts'

/** Labels that cost money when they are swapped: up, down, won, lost, deposit, withdraw. */
const LABELS = {
  'zh-CN': ['买涨', '买跌', '盈利', '亏损', '快速充值', '提现'],
  'zh-TW': ['買漲', '買跌', '獲利', '虧損', '快速入金', '出金'],
  en: ['Up', 'Down', 'Won', 'Lost', 'Quick deposit', 'Withdraw'],
  ja: ['上昇', '下落', '的中', '外れ', 'クイック入金', '出金'],
  th: ['ขึ้น', 'ลง', 'กำไร', 'ขาดทุน', 'ฝากเงิน', 'ถอนเงิน'],
  vi: ['Tăng', 'Giảm', 'Lãi', 'Lỗ', 'Nạp nhanh', 'Rút tiền'],
  id: ['Naik', 'Turun', 'Untung', 'Rugi', 'Setor cepat', 'Tarik'],
  ko: ['상승', '하락', '수익', '손실', '빠른 입금', '출금'],
  fr: ['Hausse', 'Baisse', 'Gagné', 'Perdu', 'Déposer', 'Retirer'],
  de: ['Steigt', 'Fällt', 'Gewonnen', 'Verloren', 'Einzahlen', 'Auszahlen'],
}

const common = z.object({ direction: z.object({ up: z.string(), down: z.string() }) })
const orders = z.object({ status: z.object({ won: z.string(), lost: z.string() }) })
const user = z.object({ deposit: z.string(), withdraw: z.string() })

it.each(Object.entries(LABELS))('%s labels what moves money correctly', (language, labels) => {
  const table = (name: string): unknown => JSON.parse(read(`locales/${language}/${name}.json`))
  const { direction } = common.parse(table('common'))
  const { status } = orders.parse(table('orders'))
  const { deposit, withdraw } = user.parse(table('user'))
  expect([direction.up, direction.down, status.won, status.lost, deposit, withdraw]).toEqual(labels)
})
