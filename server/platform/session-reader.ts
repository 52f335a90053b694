/** Who is asking: what the route binder and the socket's handshake need of identity, and no more. */
export interface Session {
  userId: bigint
  sessionId: bigint
  /** The session's public name; it authenticates nothing. */
  handle: string
}

export interface Sessions {
  /** Null: no cookie of ours, or its session is unknown, ended or too old. */
  read(cookieHeader: string | undefined): Promise<Session | null>
}

/** An operator at the desk: another cookie, another table, never a user's. */
export interface OperatorSession {
  operatorId: bigint
  sessionId: bigint
  /** As it stands in the operator log. */
  name: string
}

export interface Operators {
  /**
   * Null: no desk cookie, or its session is unknown, ended, idle or too old. `byHand`: somebody is at the desk, so the
   * idle time begins again.
   */
  read(cookieHeader: string | undefined, how?: { byHand: boolean }): Promise<OperatorSession | null>
}
