/** A beacon of drand with its own key on a free port, which can be down, slow, lie, or serve another round. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { type BeaconInfo, beaconInfo, type BeaconRound, beaconRound } from '#contract/beacon.ts'
import { ROUND_DOMAIN, roundMessage } from '#rules/round-signature.ts'
import { createHash } from 'node:crypto'

const bls = bls12_381.shortSignatures

export interface TestBeacon {
  info: BeaconInfo
  /** Signs any round, published or not. */
  sign(round: number): BeaconRound
}

/** The same secret makes the same beacon. Its chain hash is made up, as only the real network's has a meaning. */
export function testBeacon(secret: string, genesisS: number, periodS = 3): TestBeacon {
  const key = hexToBytes(secret)
  const public_key = bls.getPublicKey(key).toHex(true)
  return {
    info: beaconInfo.parse({
      hash: createHash('sha256').update(public_key).digest('hex'),
      public_key,
      period: periodS,
      genesis_time: genesisS,
      schemeID: 'bls-unchained-g1-rfc9380',
    }),
    sign: (round) => {
      const bytes = bls.Signature.toBytes(
        bls.sign(bls.hash(roundMessage(round), ROUND_DOMAIN), key),
      )
      const randomness = createHash('sha256').update(bytes).digest('hex')
      return beaconRound.parse({ round, signature: bytesToHex(bytes), randomness })
    },
  }
}

export type BeaconHealth =
  | 'well'
  | 'down'
  | 'slow'
  | 'lies'
  | 'other round'
  | 'redirects'
  | 'endless'

export interface ServedBeacon extends TestBeacon {
  url: string
  health: BeaconHealth
  /** How many requests were made. */
  asked: number
  close(): Promise<void>
}

/** Serves a beacon as a relay of drand does. */
export async function serveBeacon(beacon: TestBeacon): Promise<ServedBeacon> {
  const server = createServer((request, response) => {
    served.asked += 1
    const round = Number(request.url?.split('/').at(-1))
    const { health } = served
    if (health === 'slow') return
    if (health === 'down') return void response.writeHead(503).end()
    if (health === 'redirects') return void response.writeHead(302, { location: '/' }).end()
    if (health === 'endless') return void response.end('x'.repeat(100_000))
    const signed = beacon.sign(health === 'other round' ? round - 1 : round)
    const lie = { ...beacon.sign(round + 1), round }
    response.end(JSON.stringify(health === 'lies' ? lie : signed))
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const { port } = server.address() as AddressInfo
  const served: ServedBeacon = {
    ...beacon,
    url: `http://127.0.0.1:${port}`,
    health: 'well',
    asked: 0,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return served
}

/** Rounds as quicknet published them. */
export const REAL_ROUNDS: readonly BeaconRound[] = [
  {
    round: 1,
    signature:
      'b55e7cb2d5c613ee0b2e28d6750aabbb78c39dcc96bd9d38c2c2e12198df95571de8e8e402a0cc48871c7089a2b3af4b',
    randomness: '1466a6cd24e327188770752f6134001c64d6efcc590ccc26b721611ad96f165a',
  },
  {
    round: 100,
    signature:
      'a4a4ff2320c23471a4bf9540ee5fc68e4c6a750dc89fd8bbeb9ba56e0708673b2d285461388f14537332492726efd282',
    randomness: '79fe5b8fa2e43dd58852099a422e4653e470910b8e65e592caf23fcfd8d0642c',
  },
  {
    round: 123,
    signature:
      'b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92',
    randomness: 'fb8f7bc29bf24db51871ec8c79f3a1e4bd0557bc0dfcee9ed1d924e69d1c60dc',
  },
].map((round) => beaconRound.parse(round))
