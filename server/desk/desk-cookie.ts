/** The desk's own cookie: never a user's, never sent along from another site. */
import { readCookie } from '#server/identity/cookies.ts'

/** A shift and a half: then the password again. */
export const DESK_SESSION_MS = 12 * 3_600_000

export interface DeskCookie {
  read(header: string | undefined): string | undefined
  set(secret: string): string
  clear(): string
}

export function deskCookie(secure: boolean): DeskCookie {
  const name = secure ? '__Host-fairtick-desk' : 'fairtick-desk'
  const line = (value: string, maxAge: number): string =>
    `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${secure ? '; Secure' : ''}`
  return {
    read: (header) => readCookie(header, name),
    set: (secret) => line(secret, DESK_SESSION_MS / 1_000),
    clear: () => line('', 0),
  }
}
