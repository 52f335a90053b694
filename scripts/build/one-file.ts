/** Bundles a script and all its imports into one file without imports, so that it can be inlined into a page. */
import { build } from 'vite'
import { BROWSERS, olderBrowsers } from './browsers.ts'

export async function oneFile(root: string, entry: string): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [olderBrowsers()],
    build: {
      write: false,
      target: BROWSERS,
      rolldownOptions: {
        input: `${root}/${entry}`,
        output: { format: 'iife' },
        treeshake: { moduleSideEffects: (id) => id.endsWith(entry) },
      },
    },
  })
  const [result, ...others] = [built].flat()
  if (result === undefined || !('output' in result)) throw new Error(`${entry} was not built`)
  const [{ code }, ...more] = result.output
  if (more.length + others.length > 0) throw new Error(`${entry} was built into several files`)
  return code
}
