import { looksOf } from './support/looks.ts'
import {
  backClosesTicket,
  looksBeforeTransfer,
  reopensUntouched,
  tapsBuyOnce,
} from './support/thumb.ts'

const PHONES = [
  { language: 'de', width: 320 },
  { language: 'zh-CN', width: 390 },
] as const
const [NARROW, OTHER] = PHONES

for (const at of looksOf<Parameters<typeof tapsBuyOnce>[0]>(
  [
    { ...OTHER, delayMs: 0 },
    { ...NARROW, delayMs: 2_000 },
  ],
  [
    { ...NARROW, delayMs: 200 },
    { ...OTHER, delayMs: 800 },
  ],
))
  tapsBuyOnce(at)
for (const at of looksOf<(typeof PHONES)[number]>([NARROW], [OTHER])) backClosesTicket(at)
looksBeforeTransfer(NARROW)
reopensUntouched(NARROW)
