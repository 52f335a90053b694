import { backClosesTicket, tapsBuyOnce } from './support/thumb.ts'

tapsBuyOnce({ language: 'zh-CN', width: 390, delayMs: 800 })
backClosesTicket({ language: 'zh-CN', width: 390 })
