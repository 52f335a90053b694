/** The routes that a server really has, read from what it prints of itself. */
import type { FastifyInstance } from 'fastify'

const LINE = /^([│ ]*)[├└]── (\S*) \(([A-Z, ]+)\)$/
const INDENT = 4

/** As `GET /api/orders/:id`; HEAD goes with GET. */
export function boundRoutes(app: FastifyInstance): string[] {
  const parents: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = LINE.exec(line) ?? []
      if (methods === '') return []
      const depth = indent.length / INDENT
      parents[depth] = (depth === 0 ? '' : (parents[depth - 1] ?? '')) + part
      const path = parents[depth] ?? ''
      return methods
        .split(', ')
        .filter((method) => method !== 'HEAD')
        .map((method) => `${method} ${path}`)
    })
}
