/** A benchmark's own page: built with the app's texts and styles, and opened in a browser without a server. */
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { texts } from '../../scripts/build/texts.ts'
import { HANG_MS } from './options.ts'

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

const pageOf = (name: string): string => `bench/${name}/index.html`

/** Builds `bench/<name>/index.html`; nothing else of the app's build is needed. Returns a folder to be removed. */
export async function buildPage(name: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `fairtick-${name}-`))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [texts(root), react(), tailwind()],
    build: {
      target: 'es2023',
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { input: join(root, pageOf(name)) },
    },
  })
  return folder
}

/** Opens a built page with a query, until it has set a global value. An error in it ends the benchmark at once. */
export async function openPage(
  page: Page,
  { name, folder, query, sets }: { name: string; folder: string; query: string; sets: string },
): Promise<void> {
  const origin = `http://${name}.test`
  page.setDefaultTimeout(HANG_MS)
  const failed = new Promise<never>((_, reject) => page.once('pageerror', reject))
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    const file = join(folder, pathname === '/' ? pageOf(name) : pathname)
    const contentType = TYPES[extname(file)] ?? 'application/octet-stream'
    return route.fulfill({ body: readFileSync(file), contentType })
  })
  await page.goto(`${origin}/?${query}`)
  const ready = page.waitForFunction((key) => key in window, sets)
  await Promise.race([ready, failed])
}
