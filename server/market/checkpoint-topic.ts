/** The checkpoint topic: the newest signed checkpoint, sent when it is stored, so that no page has to ask for it. */
import type { SignedCheckpoint } from '#contract/market-topics.ts'
import type { Checkpoint } from '#contract/tick-log.ts'
import type { PublicTopic, SocketHub } from '#server/platform/socket/hub.ts'

/** Devices need all heads, which the text of a former format has itself. */
function signedPart({ products, heads, ...stated }: Checkpoint): SignedCheckpoint {
  const { number, timeMs, text, signature, keyId } = stated
  const signed = { number, timeMs, text, signature, keyId }
  return products === undefined ? signed : { ...signed, heads }
}

/** The topic. The number of a frame is that of its checkpoint. */
export class CheckpointTopic implements PublicTopic {
  readonly name = 'checkpoint'
  readonly #read: () => Promise<Checkpoint | undefined>
  #newest: Checkpoint | undefined
  #hub: SocketHub | undefined

  /** `read` reads the newest checkpoint of an earlier run of the server. */
  constructor(read: () => Promise<Checkpoint | undefined>) {
    this.#read = read
  }

  attach(hub: SocketHub): void {
    this.#hub = hub
    hub.addPublic(this)
  }

  /** Sends a checkpoint that was stored. */
  readonly written = (checkpoint: Checkpoint): void => {
    this.#newest = checkpoint
    this.#hub?.broadcast(this.name, checkpoint.number, signedPart(checkpoint))
  }

  async snapshot(
    params: readonly string[],
  ): Promise<{ seq: number; data: SignedCheckpoint | null } | null> {
    if (params.length > 0) return null
    const stored = this.#newest === undefined ? await this.#read() : undefined
    // One may have been written meanwhile.
    this.#newest ??= stored
    const newest = this.#newest
    return { seq: newest?.number ?? 0, data: newest === undefined ? null : signedPart(newest) }
  }
}
