/** Gets rounds of a drand beacon over HTTP, and verifies their signatures before anything uses them. */
import { type BeaconInfo, type BeaconRound, beaconRound } from '#contract/beacon.ts'
import { readAnswer } from '#server/platform/http/read-answer.ts'

/** A beacon that the server asks. */
export interface BeaconChoice {
  /** The address of a relay, without a slash at the end. */
  url: string
  info: BeaconInfo
}

/** A source of verified rounds. */
export interface Rounds {
  readonly info: BeaconInfo
  /** Rejects if the beacon does not answer in time, or its answer is not this round with a valid signature. */
  get(round: number): Promise<BeaconRound>
}

const ANSWER_WITHIN_MS = 5_000
/** An answer of the main network has about 250 bytes. */
const ANSWER_BYTES_MAX = 10_000

/** Creates the source of rounds of a beacon. */
export function createRounds({ url, info }: BeaconChoice): Rounds {
  return {
    info,
    get: async (number) => {
      const response = await fetch(`${url}/${info.hash}/public/${number}`, {
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      })
      if (!response.ok) throw new Error(`the beacon answered ${response.status}`)
      const round = beaconRound.parse(JSON.parse(await readAnswer(response, ANSWER_BYTES_MAX)))
      if (round.round !== number) throw new Error(`the beacon answered with round ${round.round}`)
      const { isRoundSigned } = await import('#rules/round-signature.ts')
      if (!isRoundSigned(round, info)) throw new Error('the signature of the round is not valid')
      return round
    },
  }
}
