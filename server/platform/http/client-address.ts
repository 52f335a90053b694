/**
 * The client addresses that rate limits count by. Each has one spelling, and IPv6 addresses count per /64 network,
 * because one user usually has a whole one.
 */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, SocketAddress } from 'node:net'
import type { FastifyRequest } from 'fastify'

const WITH_PORT = /^(?:\[(.*)\]|([\d.]+))(?::\d+)?$/
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/
const NETWORK_GROUPS = 4
const GROUPS = 8
/** Shared by all clients whose address a proxy sends in an unreadable form. */
const UNREADABLE = 'unreadable'

/** The usual spelling, without port or zone. Undefined if the text is not an address. */
function plainAddress(written: string): string | undefined {
  const [, bracketed, dotted] = WITH_PORT.exec(written) ?? []
  const [address = ''] = (bracketed ?? dotted ?? written).split('%')
  if (isIP(address) === 4) return address
  if (isIP(address) !== 6) return undefined
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address
  return MAPPED.exec(canonical)?.[1] ?? canonical
}

function networkOf(address: string): string {
  const [head = '', tail = ''] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: GROUPS - left.length - right.length }, () => '0')
  return `${[...left, ...zeros, ...right].slice(0, NETWORK_GROUPS).join(':')}::/64`
}

/** The key that limits count an address by: the address for IPv4, the /64 network for IPv6. */
export function limitAddress(written: string): string {
  const address = plainAddress(written)
  if (address === undefined) return UNREADABLE
  return isIP(address) === 6 ? networkOf(address) : address
}

/** The limit address of a request. A closed connection has no address. */
export const clientAddress = (request: FastifyRequest): string =>
  limitAddress(request.ip || UNREADABLE)

/** Whether a hop of X-Forwarded-For is a trusted proxy, in any spelling of its address. */
export function proxyTrust(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (written) => {
    const address = plainAddress(written)
    return address !== undefined && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
}

/** As `clientAddress`, for a request that Fastify does not handle, such as a socket's handshake. */
export function handshakeAddress(
  proxies: readonly string[],
): (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string {
  const isProxy = proxyTrust(proxies)
  return ({ socket, headers }) => {
    const forwarded = [headers['x-forwarded-for'] ?? ''].flat().join(',').split(',')
    const hops = forwarded.map((hop) => hop.trim()).filter((hop) => hop !== '')
    // Hops are read from the nearest outward. The first one that is not a trusted proxy is the client; what it claims
    // about earlier hops is ignored.
    let address = socket.remoteAddress ?? ''
    for (let hop = hops.pop(); hop !== undefined && isProxy(address); hop = hops.pop()) {
      address = hop
    }
    return limitAddress(address)
  }
}
