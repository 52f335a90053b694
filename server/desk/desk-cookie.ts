/** The desk's own cookie: never a user's, never sent along from another site. */
import { readCookie } from '#server/platform/http/cookies.ts'

/** A shift and a half: then the password again. */
export const DESK_SESSION_MS = 12 * 3_600_000

/** How long a browser counts as one that the operator logged in from before. */
export const DESK_PLACE_MS = 90 * 24 * 3_600_000

export interface DeskCookie {
  read(header: string | undefined): string | undefined
  set(secret: string): string
  clear(): string
  /** Names the browser and lets nobody in: only failures on other browsers are counted apart from its own. */
  device: { read(header: string | undefined): string | undefined; set(secret: string): string }
}

export function deskCookie(secure: boolean): DeskCookie {
  const name = secure ? '__Host-fairtick-desk' : 'fairtick-desk'
  const device = `${name}-device`
  const line = (cookie: string, value: string, maxAgeMs: number): string =>
    `${cookie}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeMs / 1_000}${secure ? '; Secure' : ''}`
  return {
    read: (header) => readCookie(header, name),
    set: (secret) => line(name, secret, DESK_SESSION_MS),
    clear: () => line(name, '', 0),
    device: {
      read: (header) => readCookie(header, device),
      set: (secret) => line(device, secret, DESK_PLACE_MS),
    },
  }
}
