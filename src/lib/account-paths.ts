/** Where owners lock, close or keep their accounts. Not in paths.ts, which the first load has. */
import { PATHS } from '#lib/paths.ts'

/** The settings, with the sheet open that closes or keeps the account. */
export const closingPath = (): string => `${PATHS.settings}?open=close`
/** The settings, with the sheet open that locks the account because of a message. */
export const lockNowPath = (): string => `${PATHS.settings}?open=lockNow`
