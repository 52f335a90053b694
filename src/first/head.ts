/** Runs in the page's head: requests what the app will need before its code has loaded. */
import { TEXT_FILES_ID } from '#contract/page-words.ts'
import { openSocket } from './open-socket.ts'
import { isLogOutOwed } from '#lib/owed-log-out.ts'
import { leaveSocket, storedLanguage, writtenIn } from '#lib/page-words.ts'

const DEFAULT_LANGUAGE = 'zh-CN'

function askForTexts(): void {
  const files = writtenIn(TEXT_FILES_ID)
  if (typeof files !== 'object' || files === null) return
  const file: unknown = Reflect.get(files, storedLanguage() ?? DEFAULT_LANGUAGE)
  if (typeof file !== 'string') return
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = file
  document.head.append(link)
}

// A pending log-out must reach the server before the socket sends the cookie.
if (!isLogOutOwed()) leaveSocket(openSocket())
askForTexts()
