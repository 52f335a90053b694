/** Stands in the page's head: what the app will wait for is asked for before its code has come. */
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

// What is owed to the server goes out before the socket shows the cookie.
if (!isLogOutOwed()) leaveSocket(openSocket())
askForTexts()
