/** A socket hub without sockets. A test passes the functions whose calls it wants to see. */
import type { SocketHub } from '#server/platform/socket/hub.ts'

export const silentHub = (own: Partial<SocketHub>): SocketHub => ({
  addPrivate: () => undefined,
  addPublic: () => undefined,
  addFleeting: () => undefined,
  pass: () => undefined,
  broadcast: () => undefined,
  deliver: () => undefined,
  onDelivered: () => undefined,
  poll: () => Promise.reject(new Error('this hub has no pages')),
  endSession: () => undefined,
  endDesk: () => undefined,
  close: () => Promise.resolve(),
  ...own,
})
