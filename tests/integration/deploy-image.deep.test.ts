/** The steps of the image, without Docker: what it installs and copies is enough to run the server on a PostgreSQL. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { replayOf, type ServerProcess, startServer } from '#support/started-server.ts'
import { toolPath } from '../../scripts/setup.mjs'
import { read, ROOT } from '../tidy/repository.ts'

const PASSWORD = '0123456789abcdef'
const PATIENT = 180_000
let folder: string
let image: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-image-'))
  chmodSync(folder, 0o755)
  image = join(folder, 'server')
  mkdirSync(image)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(command: string, cwd: string, env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  expect([command, status, status === 0 ? '' : stderr]).toEqual([command, 0, ''])
  return stdout
}

/** The build stage up to the app is what this repository is already: installed and built. */
function stepsAfterBuild(): string[] {
  const lines = read('deploy/Dockerfile').split('\n')
  const from = lines.indexOf('RUN node scripts/packages.ts --server /server')
  const to = lines.findLastIndex((line) => line.startsWith('FROM '))
  expect(from).toBeGreaterThan(0)
  return lines.slice(from, to).filter((line) => /^[A-Z]+ /.test(line))
}

const placed = (text: string): string =>
  text
    .replaceAll('/server', '\0')
    .replaceAll('/build\0', join(ROOT, 'server'))
    .replaceAll('\0', image)
    .replaceAll('/build', ROOT)

it('installs the packages of the server, and copies what it reads', { timeout: PATIENT }, () => {
  let place = ROOT
  for (const step of stepsAfterBuild()) {
    const [, name = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(step) ?? []
    if (name === 'WORKDIR') place = placed(rest)
    else if (name === 'RUN') run(placed(rest), place)
    else throw new Error(`this test does not know ${name}`)
  }
  const packages = readdirSync(join(image, 'node_modules'))
  expect(packages).toEqual(expect.arrayContaining(['fastify', 'pg', 'socket.io']))
  for (const other of ['vite', 'vitest', 'react', 'typescript'])
    expect(packages).not.toContain(other)
})

it('runs from them on the database that database.sql creates', { timeout: PATIENT }, async () => {
  const cluster = join(folder, 'cluster')
  const postgres = await startEmbedded({ dataFolder: cluster })
  let server: ServerProcess | undefined
  try {
    const admin = postgres.url('postgres')
    // The embedded cluster has a role and a database of these names already.
    const file = join(folder, 'database.sql')
    const text = read('deploy/database.sql').replaceAll('fairtick_owner', 'image_owner')
    writeFileSync(file, text.replace('database fairtick ', 'database image '))
    const psql = `'${toolPath('psql')}' --set ON_ERROR_STOP=1 --file '${file}' '${admin}'`
    run(psql, folder, { FAIRTICK_PASSWORD: PASSWORD })
    const { host } = new URL(admin)
    const env = {
      ...replayOf(folder),
      NODE_ENV: 'production',
      ENV_FILE: '',
      DATABASE_URL: `postgres://image_owner:${PASSWORD}@${host}/image?sslmode=disable`,
    }
    const data = join(folder, 'data')
    server = await startServer(data, env, join(image, 'server/main.ts'))
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(await (await fetch(server.url)).text()).toContain('id="page-snapshot"')
    expect((await fetch(`${server.url}/api/docs/json`)).status).toBe(200)
    const [, check = ''] = /^HEALTHCHECK .* CMD (\[.+\])$/m.exec(read('deploy/Dockerfile')) ?? []
    const [program = '', ...args]: string[] = JSON.parse(check)
    const ask = (port: string): number | null =>
      spawnSync(
        program,
        args.map((arg) => arg.replace('8460', port)),
      ).status
    expect(ask(new URL(server.url).port)).toBe(0)
    expect(ask('1')).toBe(1)
    const list = `node scripts/operator.ts list --data-dir '${data}'`
    expect(run(list, image, env)).toContain('Nobody yet')
  } finally {
    await server?.stop()
    await postgres.stop()
  }
})
