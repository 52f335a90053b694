/** Builds the service worker with the list of the files that it stores on the device. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { BuiltFile } from '../../src/sw/cached-files.ts'
import { oneFile } from './one-file.ts'

const STORED = ['index.html', '*.{js,svg,webmanifest}', 'icon-192.png', 'assets/*.{js,css}']
/** The desk is not part of the app that users install. */
const LEFT_OUT = ['sw.js', 'desk.html', 'assets/desk-*', 'assets/text-*-desk-*']
const HASHED = /^assets\//
const LIST = 'self.__WB_MANIFEST'

/** The files by name. Files whose names contain a hash of their content need no revision. */
function storedFiles(folder: string): BuiltFile[] {
  return globSync(STORED, { cwd: folder, exclude: LEFT_OUT })
    .toSorted()
    .map((url) => ({
      url,
      revision: HASHED.test(url)
        ? null
        : createHash('sha256')
            .update(readFileSync(join(folder, url)))
            .digest('hex'),
    }))
}

export function serviceWorker(root: string): Plugin {
  let folder = ''
  return {
    name: 'fairtick:service-worker',
    apply: 'build',
    configResolved: ({ build }) => {
      folder = resolve(root, build.outDir)
    },
    closeBundle: async () => {
      const code = await oneFile(root, 'src/sw/sw.ts')
      const parts = code.split(LIST)
      if (parts.length !== 2) throw new Error(`src/sw/sw.ts must name ${LIST} once`)
      writeFileSync(join(folder, 'sw.js'), parts.join(JSON.stringify(storedFiles(folder))))
    },
  }
}
