import { useState } from 'react'
import { type CallReply, call } from '#api/call.ts'
import { listLogIns } from '#contract/endpoints/security.ts'
import { useFetched } from '#data/use-fetched.ts'
import { useSubmission } from '#lib/use-submission.ts'

type Page = CallReply<typeof listLogIns>
export type LogIn = Page['logIns'][number]

/** The paged history of log-ins: the first page is read when mounted, further pages on request. */
export function useLogIns() {
  const { fetched, reload } = useFetched(() => call(listLogIns, { query: {} }))
  const [further, setFurther] = useState<readonly Page[]>([])
  const { submission, busy, run } = useSubmission()
  const pages = fetched.status === 'ready' ? [fetched.value, ...further] : []
  const next = pages.at(-1)?.next ?? null
  const more = async (): Promise<void> => {
    if (next === null) return
    await run(
      () => call(listLogIns, { query: { before: next } }),
      (page) => setFurther((all) => [...all, page]),
    )
  }
  return {
    fetched,
    reload,
    logIns: pages.flatMap((page) => page.logIns),
    /** Null at the end. */
    more: next === null ? null : more,
    busy,
    error: submission.status === 'refused' ? submission.error : null,
  }
}
