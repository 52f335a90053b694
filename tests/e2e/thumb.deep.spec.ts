import {
  backClosesTicket,
  looksBeforeTransfer,
  reopensUntouched,
  tapsBuyOnce,
} from './support/thumb.ts'

for (const [language, width] of [
  ['zh-CN', 390],
  ['de', 320],
] as const)
  for (const delayMs of [0, 200, 800, 2_000]) tapsBuyOnce({ language, width, delayMs })
backClosesTicket({ language: 'zh-CN', width: 390 })
backClosesTicket({ language: 'de', width: 320 })
looksBeforeTransfer({ language: 'de', width: 320 })
reopensUntouched({ language: 'de', width: 320 })
