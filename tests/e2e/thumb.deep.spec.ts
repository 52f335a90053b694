import {
  backClosesTicket,
  looksBeforeTransfer,
  reopensUntouched,
  tapsBuyOnce,
} from './support/thumb.ts'

tapsBuyOnce({ language: 'zh-CN', width: 390, delayMs: 0 })
tapsBuyOnce({ language: 'de', width: 320, delayMs: 200 })
tapsBuyOnce({ language: 'zh-CN', width: 390, delayMs: 800 })
tapsBuyOnce({ language: 'de', width: 320, delayMs: 2_000 })
backClosesTicket({ language: 'zh-CN', width: 390 })
backClosesTicket({ language: 'de', width: 320 })
looksBeforeTransfer({ language: 'de', width: 320 })
reopensUntouched({ language: 'de', width: 320 })
