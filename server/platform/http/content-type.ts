/** Which `Content-Type` headers the server reads: whole media types of RFC 9110, of which JSON is UTF-8. */
import { errorCodes, type FastifyInstance } from 'fastify'

const TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+/
const PARAMETER =
  /^[ \t]*;[ \t]*([\w!#$%&'*+.^`|~-]+)=([\w!#$%&'*+.^`|~-]+|"(?:[\t \x21\x23-\x5b\x5d-\x7e]|\\[\t\x20-\x7e])*")/
const END = /^[ \t]*;?[ \t]*$/
/** Longer than any that a browser sends, and short enough for the expressions above. */
const LENGTH_MAX = 200

/**
 * Whether a header is a media type with well-formed parameters and no encoding other than UTF-8. Parsers differ in what
 * they make of anything else, so two programs could read two types.
 */
export function isMediaType(header: string): boolean {
  let rest = header.replace(TYPE, '')
  if (header.length > LENGTH_MAX || rest === header) return false
  const names = new Set<string>()
  for (let found = PARAMETER.exec(rest); found !== null; found = PARAMETER.exec(rest)) {
    const [all, name = '', value = ''] = found
    if (names.has(name.toLowerCase())) return false
    if (/^charset$/i.test(name) && !/^"?utf-8"?$/i.test(value)) return false
    names.add(name.toLowerCase())
    rest = rest.slice(all.length)
  }
  return END.test(rest)
}

/** Refuses malformed content types on all routes, as Fastify refuses unknown ones. */
export function refuseMalformedTypes(app: FastifyInstance): void {
  // Without a promise, so that nothing comes between this check and the reading of the body.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const type = request.headers['content-type']
    const isRead = request.is404 || type === undefined || isMediaType(type)
    done(isRead ? null : new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type))
  })
}
