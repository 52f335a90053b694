/** What became of a command whose answer was lost. */
import { z } from 'zod'
import { commandName } from '#contract/commands.ts'
import { endpoint } from '#contract/endpoint.ts'
import { intentKey } from '#contract/scalars.ts'

/** Waits for the command where it is still under way. `answer` null: nothing was done under this key. */
export const getCommand = endpoint({
  method: 'GET',
  path: '/commands/:name/:key',
  access: 'user',
  perMinute: 240,
  summary: 'The answer that was given under a key, if a command was done under it',
  params: z.object({ name: commandName, key: intentKey }),
  /** As the command's own endpoint answers. */
  reply: z.object({ answer: z.unknown() }),
  errors: ['not_logged_in'],
})
