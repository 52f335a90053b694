/** The endpoint that returns the result of a command whose response was lost. */
import { z } from 'zod/mini'
import { commandName } from '#contract/commands.ts'
import { endpoint } from '#contract/endpoint.ts'
import { intentKey } from '#contract/scalars.ts'

/**
 * Returns the stored answer of a command, in the shape of the command's own endpoint. It waits while the command is in
 * progress. `answer` is null if no command was executed under this key. Once an answer is removed, the request is
 * refused as `key_expired`.
 */
export const getCommand = endpoint({
  method: 'GET',
  path: '/commands/:name/:key',
  access: 'guest',
  perMinute: 240,
  summary: 'The answer of a command, by its key',
  params: z.object({ name: commandName, key: intentKey }),
  reply: z.object({ answer: z.unknown() }),
  errors: ['key_expired', 'not_logged_in'],
})
