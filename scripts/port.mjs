/** Whether the server's port is free, asked before a start installs and builds anything. Runs on plain Node ≥ 20. */
import { createServer } from 'node:net'

/** As in server/platform/config.ts, which checks all settings again. */
const DEFAULTS = { host: '127.0.0.1', port: '8460' }

/** A setting as the server will read it: the last flag, else the environment, else the default. */
export function settingOf(name, argv, env) {
  const flag = `--${name}`
  const values = argv.flatMap((word, at) => {
    if (word === flag) return [argv[at + 1] ?? '']
    return word.startsWith(`${flag}=`) ? [word.slice(flag.length + 1)] : []
  })
  return values.at(-1) ?? env[name.toUpperCase()] ?? DEFAULTS[name]
}

/**
 * Resolves with a sentence if another program has the port, else with null. Malformed settings, and all other faults of
 * the address, are the server's to refuse.
 */
export async function portFault(argv, env) {
  const host = settingOf('host', argv, env)
  const port = Number(settingOf('port', argv, env))
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return null
  const probe = createServer()
  const fault = await new Promise((resolve) => {
    probe.once('error', resolve)
    probe.listen({ port, host, exclusive: true }, () => resolve(null))
  })
  await new Promise((done) => probe.close(done))
  return fault?.code === 'EADDRINUSE' ? inUse(port) : null
}

const inUse = (port) =>
  `Port ${port} is in use, perhaps by a Fairtick server that is running: stop that program, ` +
  `or choose another port: npm start -- --port ${port === 65_535 ? port - 1 : port + 1}`
