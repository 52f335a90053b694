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
const CHECKPOINT = 'checkpoint'

/** Leaves only the newest candles in a snapshot. */
function shortened(frame: string): string {
  const [topic, epoch, seq, kind, timeMs, candles]: unknown[] = JSON.parse(frame)
  if (!Array.isArray(candles)) return frame
  return JSON.stringify([topic, epoch, seq, kind, timeMs, candles.slice(-POLLED_BARS)])
}

/** A heartbeat instead of a checkpoint that the page has. Its frame is the largest that does not change for seconds. */
function withoutKnown(frame: string, after: { epoch: string; seq: number }): string {
  const [topic, epoch, seq, , timeMs]: unknown[] = JSON.parse(frame)
  if (epoch !== after.epoch || seq !== after.seq) return frame
  return JSON.stringify([topic, epoch, seq, 'heartbeat', timeMs, null])
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
  const known = request.topics.find(({ topic }) => topic === CHECKPOINT)?.after
  const take = (frame: string): void => {
    const key = frame.slice(2, frame.indexOf('"', 2))
    if (continued.has(key)) frames.push(shortened(frame))
    else frames.push(key === CHECKPOINT && known ? withoutKnown(frame, known) : frame)
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
