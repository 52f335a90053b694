/**
 * Endpoints for pages whose network blocks WebSocket: the frames of the socket, by request. A page asks about every two
 * seconds for the topics and products that it shows; the server keeps nothing between two requests.
 */
import { endpoint } from '#contract/endpoint.ts'
import { frameReply, frameRequest } from '#contract/frames.ts'

const row = {
  method: 'POST',
  body: frameRequest,
  reply: frameReply,
} as const

/** Answers pages without a session. Offices share one address, so the limit is that of forty pages. */
export const pollFrames = endpoint({
  ...row,
  path: '/frames',
  access: 'public',
  perMinute: 1_600,
  summary: 'Frames of public topics, for pages without a socket',
  errors: [],
})

/** Answers pages of users and guests, also with the topics of the user. */
export const pollOwnFrames = endpoint({
  ...row,
  path: '/frames/own',
  access: 'guest',
  perMinute: 320,
  summary: 'Frames of public and own topics, for pages without a socket',
  errors: ['not_logged_in'],
})
