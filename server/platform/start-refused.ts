/** Why the server cannot start, as sentences that say what its operator does about it. */

/**
 * Thrown when the server cannot start and only its operator can change that. The message is shown without a stack
 * trace.
 */
export class StartRefused extends Error {}

/** A fault that the operating system reported, as Node throws it. */
type SystemError = Error & NodeJS.ErrnoException & { address?: string; port?: number }

const ELSEWHERE = 'or choose another data folder: --data-dir <folder>'

/** How to repair a fault of the file system, by its code. */
const FILE_FAULTS: Readonly<Record<string, (path: string) => string>> = {
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EACCES: noRight,
  EPERM: noRight,
  EROFS: (path) => `${path} is on a disk that can only be read: mount it for writing, ${ELSEWHERE}`,
  ENOTDIR: noFolder,
  EEXIST: noFolder,
  EISDIR: (path) => `${path} is a folder, but a file is needed there: move it away, ${ELSEWHERE}`,
  ENOENT: (path) => `${path} cannot be created or found: check the path, ${ELSEWHERE}`,
  ENAMETOOLONG: (path) => `The path ${path} is too long: choose a shorter one: --data-dir <folder>`,
  EIO: (path) => `The disk fails at ${path}: replace it and restore a backup, ${ELSEWHERE}`,
  EMFILE: () => 'Too many files are open: raise the limit (ulimit -n 4096) and start again.',
  ENFILE: () => 'Too many files are open: close other programs and start again.',
}

function diskFull(path: string): string {
  return `The disk is full (${path}): free some space, ${ELSEWHERE}`
}
function noRight(path: string): string {
  return `This user may not read or write ${path}: change its owner or rights, ${ELSEWHERE}`
}
function noFolder(path: string): string {
  return `${path} is no folder: move the file of that name away, ${ELSEWHERE}`
}

/** How to repair the address that the server listens on, by the code of the fault. */
const ADDRESS_FAULTS: Readonly<Record<string, (at: string) => string>> = {
  EADDRINUSE: (at) =>
    `${at} is in use, perhaps by a Fairtick server that is running: ` +
    'stop that program, or choose another port: --port <number>',
  EACCES: (at) =>
    `This user may not listen on ${at}: choose a port from 1024 on: --port <number>, or put a proxy before it.`,
  EADDRNOTAVAIL: (at) => `This machine does not have the address of ${at}: change --host.`,
  ENOTFOUND: (at) => `The host name of ${at} is unknown: change --host.`,
  EAI_AGAIN: (at) => `The host name of ${at} cannot be looked up: change --host.`,
}

const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && 'code' in error && 'syscall' in error

/** What the server listens on, for the sentence about its address. */
export interface ListenAddress {
  host: string
  port: number
}

/** The refusal of a fault that the operating system reported while the server started. Null for any other error. */
export function refusedBySystem(
  error: unknown,
  { host, port }: ListenAddress,
): StartRefused | null {
  if (!isSystemError(error)) return null
  const { code = '', syscall = '', path = '' } = error
  const isAddress = ['listen', 'bind', 'getaddrinfo'].includes(syscall)
  const sentence = isAddress
    ? ADDRESS_FAULTS[code]?.(`Port ${port} on ${host}`)
    : FILE_FAULTS[code]?.(path === '' ? 'a file' : path)
  return sentence === undefined ? null : new StartRefused(sentence)
}

/** A text of PostgreSQL or of one of its programs that says that the disk is full. */
const NO_SPACE = /no space left on device|disk quota exceeded/i

/** What to do about a program of PostgreSQL that failed. `text` is what it printed. */
export function programFault(what: string, folder: string, text: string): StartRefused {
  const cure = NO_SPACE.test(text)
    ? diskFull(folder)
    : 'If this machine lacks what it needs, set DATABASE_URL to a running PostgreSQL.'
  return new StartRefused(`${what} ${folder}:\n${text}\n${cure}`)
}
