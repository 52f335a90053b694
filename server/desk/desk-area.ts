/** Connects the desk to the areas that decide, registers its routes, and resumes maintenance that is in progress. */
import { createDesk, type DeskParts } from '#server/desk/desk.ts'
import type { LogInCookies } from '#server/platform/http/cookies.ts'
import { createOperatorFactors } from '#server/desk/operator-factors.ts'
import { createOperatorPasskeys } from '#server/desk/operator-passkeys.ts'
import { createOperators, type OperatorParts } from '#server/desk/operators.ts'
import { deskRoutes } from '#server/desk/routes.ts'
import type { Area } from '#server/platform/area.ts'
import type { Config } from '#server/platform/config.ts'

export interface DeskAreaParts
  extends Omit<DeskParts, 'operators' | 'passkeys' | 'secure' | 'secondAbove'>,
    Pick<OperatorParts, 'passwords' | 'throttle'> {
  config: Pick<Config, 'allowedOrigins' | 'secureCookies' | 'secondOperatorAbove'>
  cookies: LogInCookies
}

/** Opens the desk. Start it once the market runs. */
export function openDesk(parts: DeskAreaParts): Area {
  const { hub, cookies, config } = parts
  const { allowedOrigins, secureCookies: secure, secondOperatorAbove: secondAbove } = config
  const onEnded = (sessionId: bigint): void => hub.endDesk(sessionId)
  const factors = createOperatorFactors({ ...parts, allowedOrigins })
  const operators = createOperators({ ...parts, factors, onEnded })
  const passkeys = createOperatorPasskeys(parts)
  const desk = createDesk({ ...parts, operators, passkeys, secure, secondAbove })
  return {
    routes: (http) => deskRoutes(http, desk, cookies),
    topics: () => desk.watch.attach(hub),
    start: () => desk.start(),
    stop: () => desk.close(),
  }
}
