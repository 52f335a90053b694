/** The endpoints of the news. */
import type { FastifyInstance } from 'fastify'
import * as rows from '#contract/endpoints/news.ts'
import { createNews, type NewsParts } from '#server/news/news.ts'
import { bindRoute } from '#server/platform/http/route.ts'

/** Registers the endpoints. */
export function newsRoutes(app: FastifyInstance, parts: NewsParts): void {
  const news = createNews(parts)
  bindRoute(app, rows.listNews, ({ query }) => news.list(query))
  bindRoute(app, rows.getNews, ({ params, query }) => news.read({ ...params, ...query }))
  bindRoute(app, rows.deskNews, ({ query }) => news.written(query.before))
  bindRoute(app, rows.writeNews, ({ body, session }) => news.write({ ...body, actor: session }))
  bindRoute(app, rows.withdrawNews, ({ params, session }) =>
    news.withdraw({ ...params, actor: session }),
  )
}
