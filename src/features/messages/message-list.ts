/** The user's messages as a list: the newest come from the stream, older ones page by page. */
import type { Message } from '#contract/account.ts'
import { listMessages } from '#contract/endpoints/messages.ts'
import { readPage } from '#documents/read-page.ts'
import { mergeBy } from '#data/paged-list.ts'
import { useLiveRows } from '#data/use-live-rows.ts'
import { listKind, type PagedList, type Source, usePagedList } from '#data/use-paged-list.ts'
import { topicAtom } from '#streams'

/** A read message never becomes unread again. */
const messageList = listKind<Message>(mergeBy(({ readAt }) => (readAt === null ? 0 : 1)))

const source: Source<Message> = {
  name: 'messages',
  read: (before) => readPage(listMessages, 'messages', before),
}

export function useMessageList(): PagedList<Message> {
  const list = usePagedList(messageList, source)
  useLiveRows(list, topicAtom('messages'), ({ latest }) => latest)
  return list
}
