/** The desk's place in the house: wired to the areas that decide, its routes bound, its drains going on. */
import type { FastifyInstance } from 'fastify'
import { createDesk, type DeskParts } from '#server/desk/desk.ts'
import type { DeskCookie } from '#server/desk/desk-cookie.ts'
import { houseReviews } from '#server/desk/house-reviews.ts'
import { createOperators, type OperatorParts } from '#server/desk/operators.ts'
import { deskRoutes } from '#server/desk/routes.ts'

export interface DeskAreaParts
  extends Omit<DeskParts, 'operators' | 'reviews'>,
    Pick<OperatorParts, 'hasher' | 'throttle'> {
  cookie: DeskCookie
}

export interface DeskArea {
  /** Once the market runs. */
  start(): void
  stop(): void
}

export function openDesk(http: FastifyInstance, parts: DeskAreaParts): DeskArea {
  const { hub, cookie } = parts
  const onEnded = (sessionId: bigint): void => hub.endDesk(sessionId)
  const operators = createOperators({ ...parts, onEnded })
  const desk = createDesk({ ...parts, operators, reviews: houseReviews(parts) })
  deskRoutes(http, desk, cookie)
  return { start: () => desk.start(), stop: () => desk.close() }
}
