/** The proxies as the files of `deploy` set them up, in front of a server of this machine, on ports of their own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toolPath } from '../../scripts/setup.mjs'
import { freePort } from '#support/server-process.ts'
import type { LocalCertificate } from '#support/local-certificate.ts'
import { until } from '#support/until.ts'

const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url))

/** What a proxy is started with. The folder is its own. */
interface ProxyPlace {
  folder: string
  /** Of the server behind it. */
  upstream: number
  /** Where it listens. */
  http: number
  https: number
  certificate: LocalCertificate
}

interface ProxyCommands {
  env?: Record<string, string>
  run: string[]
  /** The proxy's own check of the file. */
  check: string[]
}

/** A file of `deploy` with what an operator changes in it. Each of these must be in the file. */
function changed(name: string, changes: Readonly<Record<string, string>>): string {
  const text = readFileSync(join(DEPLOY, name), 'utf8')
  return Object.entries(changes).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`deploy/${name} has no "${from}"`)
    return result.replaceAll(from, to)
  }, text)
}

function nginx({ folder, upstream, http, https, certificate }: ProxyPlace): ProxyCommands {
  const site = changed('nginx.conf', {
    '127.0.0.1:8460': `127.0.0.1:${upstream}`,
    'listen 80;': `listen 127.0.0.1:${http};`,
    'listen 443 ssl': `listen 127.0.0.1:${https} ssl`,
    // Not every machine has IPv6.
    '    listen [::]:80;\n': '',
    '    listen [::]:443 ssl http2;\n': '',
    'fairtick.example': 'localhost',
    '/etc/ssl/fairtick/cert.pem': certificate.certFile,
    '/etc/ssl/fairtick/key.pem': certificate.keyFile,
    '/var/log/nginx/fairtick.log': join(folder, 'access.log'),
  })
  writeFileSync(join(folder, 'fairtick.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  // What the distribution's own file has around conf.d.
  const whole = [
    `pid ${join(folder, 'pid')}; error_log stderr;`,
    'worker_processes 1; events {}',
    `http { access_log off; ${temporary.join(' ')} include ${join(folder, 'fairtick.conf')}; }`,
  ]
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, whole.join('\n'))
  const command = [toolPath('nginx'), '-e', 'stderr', '-c', file]
  return { run: [...command, '-g', 'daemon off;'], check: [...command, '-t'] }
}

function haproxy({ folder, upstream, http, https, certificate }: ProxyPlace): ProxyCommands {
  const pem = join(folder, 'fairtick.pem')
  writeFileSync(pem, certificate.cert)
  appendFileSync(pem, readFileSync(certificate.keyFile))
  const file = join(folder, 'haproxy.cfg')
  const text = changed('haproxy.cfg', {
    '127.0.0.1:8460': `127.0.0.1:${upstream}`,
    'bind :80': `bind 127.0.0.1:${http}`,
    'bind :443': `bind 127.0.0.1:${https}`,
    '/etc/haproxy/fairtick.pem': pem,
    'log /dev/log local0': 'log stdout format raw local0',
    '    user haproxy\n    group haproxy\n': '',
  })
  writeFileSync(file, text)
  const command = [toolPath('haproxy'), '-f', file]
  return { run: [...command, '-db'], check: [...command, '-c'] }
}

function caddy({ folder, upstream, http, https, certificate }: ProxyPlace): ProxyCommands {
  const file = ['--config', join(DEPLOY, 'Caddyfile'), '--adapter', 'caddyfile']
  const env = {
    DOMAIN: 'localhost',
    TLS: `${certificate.certFile} ${certificate.keyFile}`,
    UPSTREAM: `127.0.0.1:${upstream}`,
    HTTP_PORT: String(http),
    HTTPS_PORT: String(https),
    HOME: folder,
  }
  const program = toolPath('caddy')
  return { env, run: [program, 'run', ...file], check: [program, 'validate', ...file] }
}

export const PROXIES = { nginx, haproxy, caddy } as const
export type ProxyName = keyof typeof PROXIES

export interface Proxy {
  url: string
  https: number
  http: number
  output(): string
  stop(): Promise<void>
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill()
  await exited
}

/** Lets the proxy check its file, starts it, and waits until it listens. */
export async function startProxy(
  name: ProxyName,
  place: Pick<ProxyPlace, 'folder' | 'upstream' | 'certificate'>,
): Promise<Proxy> {
  const folder = join(place.folder, name)
  mkdirSync(folder)
  const [http, https] = [await freePort(), await freePort()]
  const { run, check, env = {} } = PROXIES[name]({ ...place, folder, http, https })
  const options = { cwd: folder, env: { PATH: process.env['PATH'] ?? '', ...env } }
  const [checker = '', ...checked] = check
  const { status, stdout, stderr } = spawnSync(checker, checked, { ...options, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${check.join(' ')} ends with ${status}\n${stdout}${stderr}`)
  const [program = '', ...args] = run
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  await until(`${name} on its port`, async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended:\n${output}`)
    return isOpen(https)
  })
  const url = `https://localhost:${https}`
  return { url, http, https, output: () => output, stop: () => end(child) }
}
