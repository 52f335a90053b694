/** A page without a socket: for the time of one request it subscribes like any page, and its frames are the answer. */
import { type FrameRequest, POLLED_BARS } from '#contract/frames.ts'
import type { SocketClient, Who } from '#server/platform/socket/socket-client.ts'
import { createSocketPage, type SocketTopics } from '#server/platform/socket/socket-page.ts'

/** What answering needs. */
export interface PolledParts {
  topics: SocketTopics
  nowMs(): number
}

const CANDLES = 'candles:'

/** Leaves only the newest candles in a snapshot. */
function shortened(frame: string): string {
  const [topic, epoch, seq, kind, timeMs, candles]: unknown[] = JSON.parse(frame)
  if (!Array.isArray(candles)) return frame
  return JSON.stringify([topic, epoch, seq, kind, timeMs, candles.slice(-POLLED_BARS)])
}

/** Answers one request, as the JSON of `frameReply`. A topic whose reading fails has no frame in it. */
export async function pollFrames(
  { topics, nowMs }: PolledParts,
  who: Who,
  request: FrameRequest,
): Promise<string> {
  const frames: string[] = []
  const continued = new Set(
    request.topics
      .filter(({ topic, after }) => after !== undefined && topic.startsWith(CANDLES))
      .map(({ topic }) => topic),
  )
  const take = (frame: string): void => {
    const key = frame.slice(2, frame.indexOf('"', 2))
    frames.push(continued.has(key) ? shortened(frame) : frame)
  }
  const client: SocketClient = {
    ...who,
    send: take,
    sendNow: (_bytes, frame) => {
      take(frame)
      return true
    },
    end: () => undefined,
    cut: () => undefined,
  }
  const page = createSocketPage(client, topics)
  const refused: { topic: string; code: string }[] = []
  const subscribe = ({ topic, after }: FrameRequest['topics'][number]): Promise<void> =>
    page.subscribe({ topic, after }, (reply) => {
      if (!reply.ok) refused.push({ topic, code: reply.code })
    })
  try {
    page.visible(request.visible)
    await Promise.all(request.topics.map(subscribe))
  } finally {
    page.leave()
  }
  const head = `"serverTime":${nowMs()},"refused":${JSON.stringify(refused)}`
  return `{${head},"frames":[${frames.join()}]}`
}
