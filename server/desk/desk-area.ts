/** The desk's place in the house: wired to the areas that decide, its routes bound, its drains going on. */
import type { FastifyInstance } from 'fastify'
import { createDesk, type DeskParts } from '#server/desk/desk.ts'
import type { LogInCookies } from '#server/platform/http/cookies.ts'
import { createOperatorFactors } from '#server/desk/operator-factors.ts'
import { createOperatorPasskeys } from '#server/desk/operator-passkeys.ts'
import { createOperators, type OperatorParts } from '#server/desk/operators.ts'
import { deskRoutes } from '#server/desk/routes.ts'
import type { Config } from '#server/platform/config.ts'

export interface DeskAreaParts
  extends Omit<DeskParts, 'operators' | 'passkeys' | 'secure' | 'secondAbove'>,
    Pick<OperatorParts, 'hasher' | 'throttle'> {
  config: Pick<Config, 'allowedOrigins' | 'secureCookies' | 'secondOperatorAbove'>
  cookies: LogInCookies
}

export interface DeskArea {
  /** Once the market runs. */
  start(): void
  stop(): void
}

export function openDesk(http: FastifyInstance, parts: DeskAreaParts): DeskArea {
  const { hub, cookies, config } = parts
  const { allowedOrigins, secureCookies: secure, secondOperatorAbove: secondAbove } = config
  const onEnded = (sessionId: bigint): void => hub.endDesk(sessionId)
  const factors = createOperatorFactors({ ...parts, allowedOrigins })
  const operators = createOperators({ ...parts, factors, onEnded })
  const passkeys = createOperatorPasskeys(parts)
  const desk = createDesk({ ...parts, operators, passkeys, secure, secondAbove })
  deskRoutes(http, desk, cookies)
  return { start: () => desk.start(), stop: () => desk.close() }
}
