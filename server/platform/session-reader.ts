/** The sessions of callers, as the route binder and the socket's handshake need them. */
/** A session of a user. */
export interface Session {
  userId: bigint
  sessionId: bigint
  /** The public name of the session. It does not authenticate. */
  handle: string
  /** Whether the user is a guest, who has not registered yet. */
  guest: boolean
}

/** Reads sessions of users. */
export interface Sessions {
  /**
   * Null if there is no session cookie, or its session is unknown, ended or expired. Throws `rate_limited` for an
   * address with too many such cookies.
   */
  read(cookieHeader: string | undefined, address?: string): Promise<Session | null>
}

/** Who acts at the desk, as the database checks it. */
export interface Actor {
  /** The name as the operator log shows it. */
  name: string
  /** The secret of the operator's session. Null for the practice reviewer, which has none. */
  secret: string | null
}

/** A session of an operator. It has its own cookie and table, apart from those of users. */
export interface OperatorSession extends Actor {
  operatorId: bigint
  sessionId: bigint
  secret: string
}

export interface Operators {
  /**
   * Null if there is no desk cookie, or its session is unknown, ended, idle for too long or expired. `byHand`: the
   * request comes from a person's action, so the idle time starts again.
   */
  read(cookieHeader: string | undefined, how?: { byHand: boolean }): Promise<OperatorSession | null>
}
