import { expect, it } from 'vitest'
import { deviceLabel } from '#server/identity/device-label.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15'

it.each([
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36`,
    'Chrome · Android',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge · Windows',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`,
    'Chrome · macOS',
  ],
  [`${IPHONE} (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari · iOS'],
  [`${IPHONE} (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome · iOS'],
  [`${IPHONE} (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.60`, 'WeChat · iOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox · Linux'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S928B) ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet · Android',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`,
    'Chrome · ChromeOS',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`,
    'Opera · Windows',
  ],
  ['curl/8.7.1', ''],
  ['', ''],
])('calls %j %j', (agent, label) => {
  expect(deviceLabel(agent)).toBe(label)
})
