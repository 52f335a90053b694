/** The list of what the app is made of: every production package, by the lock file, in CycloneDX. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { readLock } from '../../scripts/packages.ts'
import { ROOT, read } from './repository.ts'

/** Licences that let us ship the package with our own code under MIT. */
const ALLOWED: ReadonlySet<string> = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'PostgreSQL',
])
/** Copyleft of files or libraries that we neither change nor link into our own: used as they are published. */
const ALLOWED_FOR: Readonly<Record<string, RegExp>> = {
  'LGPL-3.0-or-later': /^@img\/sharp-/,
  'MPL-2.0': /^(web-push|lightningcss(-[\w-]+)?)$/,
}

const component = z.object({
  name: z.string().min(1),
  version: z.string().min(1),
  purl: z.string().startsWith('pkg:npm/'),
  licenses: z
    .array(
      z.union([
        z.object({ license: z.object({ id: z.string() }) }).transform((entry) => entry.license.id),
        z.object({ expression: z.string() }).transform((entry) => entry.expression),
      ]),
    )
    .min(1),
  hashes: z
    .array(z.object({ alg: z.enum(['SHA-512', 'SHA-1']), content: z.string().min(40) }))
    .min(1),
})
const sbom = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  components: z.array(component),
})
const manifest = z.object({ dependencies: z.record(z.string(), z.string()) })

/** `name@version` of each package that an installation without development has, by the lock file. */
function production(): ReadonlySet<string> {
  return new Set(
    // Folders of the repository are no packages of others, and links to them have no version.
    Object.entries(readLock()).flatMap(([path, { version, dev }]) =>
      dev === true || version === undefined || !path.startsWith('node_modules/')
        ? []
        : [`${path.split('node_modules/').at(-1)}@${version}`],
    ),
  )
}

/** npm's own `--omit dev` leaves out what a development package has as a peer, React among them. */
function write(): unknown {
  const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
  const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], options)
  const all = z
    .looseObject({
      components: z.array(
        z.looseObject({ name: z.string(), version: z.string(), 'bom-ref': z.string() }),
      ),
      dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
    })
    .parse(JSON.parse(text))
  const wanted = production()
  const components = all.components.filter((each) => wanted.has(`${each.name}@${each.version}`))
  const refs = new Set(components.map((each) => each['bom-ref']))
  const dependencies = all.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map((dependency) => ({
      ...dependency,
      dependsOn: dependency.dependsOn.filter((ref) => refs.has(ref)),
    }))
  const made = { ...all, components, dependencies }
  mkdirSync(join(ROOT, '.tmp'), { recursive: true })
  writeFileSync(join(ROOT, '.tmp', 'sbom.cdx.json'), `${JSON.stringify(made, null, 2)}\n`)
  return made
}

/** One of the offered licences is enough. */
const isAllowed = (name: string, expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(/ or /i)
    .some((offer) =>
      offer.split(/ and /i).every((id) => ALLOWED.has(id) || ALLOWED_FOR[id]?.test(name) === true),
    )

it('names every production package with version, licence and digest', () => {
  const { components } = sbom.parse(write())
  const { dependencies } = manifest.parse(JSON.parse(read('package.json')))
  // A package may be there in other versions too, as a part of others.
  const named = new Set(components.map(({ name, version }) => `${name}@${version}`))
  const own = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`)
  expect(own.filter((each) => !named.has(each))).toEqual([])
  expect(components.length).toBeGreaterThan(Object.keys(dependencies).length)
  const refused = components.flatMap(({ name, licenses }) =>
    licenses.filter((licence) => !isAllowed(name, licence)).map((licence) => `${name}: ${licence}`),
  )
  expect(refused).toEqual([])
})
