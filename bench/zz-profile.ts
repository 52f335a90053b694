import { rmSync } from 'node:fs'
import { openPage } from './support/built-page.ts'
import { DESKTOP, PHONE, launchChromium } from './support/chromium.ts'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { texts } from '../scripts/build/texts.ts'
const root = process.cwd()
const counter = { name: 'count', enforce: 'pre' as const,
  resolveId(id: string, from?: string) { if (id === 'react/jsx-runtime' && from !== '\0count') return '\0count' },
  load(id: string) { if (id === '\0count') return `import * as R from 'react/jsx-runtime'; const c = globalThis.__counts = new Map(); const w = f => (t,p,k) => { const n = typeof t === 'string' ? '<'+t+'>' : (t.displayName || t.name || t.type?.name || t.render?.displayName || t.render?.name || String(t)); c.set(n,(c.get(n)??0)+1); return f(t,p,k) }; export const jsx = w(R.jsx), jsxs = w(R.jsxs), Fragment = R.Fragment` } }
const screen = process.argv[2] ?? 'desktop'
const folder = mkdtempSync(join(tmpdir(), 'ft-prof-'))
await build({ root, configFile: false, logLevel: 'error', publicDir: false, plugins: [texts(root), react(), tailwind(), process.env.COUNT ? counter : null],
  build: { target: 'es2023', outDir: folder, emptyOutDir: true, minify: false, rolldownOptions: { input: join(root, 'bench/page-stream/index.html') } } })
const browser = await launchChromium()
for (const mode of (process.env.MODES ?? 'app').split(',')) {
  const context = await browser.newContext(screen === 'desktop' ? DESKTOP : PHONE)
  const page = await context.newPage()
  await openPage(page, { name: 'page-stream', folder, query: `screen=${screen}&mode=${mode}&seconds=8`, sets: 'bench' })
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const metrics = async () => Object.fromEntries((await cdp.send('Performance.getMetrics')).metrics.map((m) => [m.name, m.value]))
  await cdp.send('Profiler.enable')
  await cdp.send('Profiler.setSamplingInterval', { interval: 200 })
  const a = await metrics()
  await page.evaluate(() => (globalThis as any).__counts?.clear())
  await cdp.send('Profiler.start')
  await page.evaluate(() => (window as any).bench.start())
  await page.waitForTimeout(8000)
  console.log(await page.evaluate(() => [...(globalThis as any).__counts ?? []].sort((a: any, b: any) => b[1] - a[1]).slice(0, 40).map((e: any) => e.join(' ')).join('\n')))
  const { profile } = await cdp.send('Profiler.stop')
  const b = await metrics()
  console.log(`== ${mode}`, ['TaskDuration','ScriptDuration','LayoutDuration','RecalcStyleDuration','LayoutCount','RecalcStyleCount','Nodes','JSHeapUsedSize'].map((k) => `${k} ${((b[k]??0)-(a[k]??0)).toFixed(3)}`).join('  '))
  const self = new Map<string, number>()
  const byId = new Map(profile.nodes.map((n) => [n.id, n]))
  const parent = new Map<number, number>()
  for (const n of profile.nodes) for (const c of n.children ?? []) parent.set(c, n.id)
  const total = new Map<string, number>()
  const deltas = profile.timeDeltas ?? []
  profile.samples?.forEach((id, i) => {
    const d = (deltas[i] ?? 0) / 1000
    const name = (n: number) => { const f = byId.get(n)!.callFrame; return `${f.functionName || 'anon'} ${f.url.split('/').pop()?.slice(0,22)}:${f.lineNumber}` }
    self.set(name(id), (self.get(name(id)) ?? 0) + d)
    const seen = new Set<string>()
    for (let at: number | undefined = id; at !== undefined; at = parent.get(at)) { const k = name(at); if (!seen.has(k)) { seen.add(k); total.set(k, (total.get(k) ?? 0) + d) } }
  })
  const top = (m: Map<string, number>, n: number) => [...m].sort((x, y) => y[1] - x[1]).slice(0, n).map(([k, v]) => `${v.toFixed(0).padStart(6)} ${k}`).join('\n')
  console.log('SELF\n' + top(self, 34)); console.log('TOTAL\n' + [...total].filter(([k])=>/^(use)?[A-Z]\w+ /.test(k)&&!/^(Subscriber|Consumer|Canvas)/.test(k)&&!/^[A-Z][a-z]? ms-/.test(k)).sort((x,y)=>y[1]-x[1]).slice(0,60).map(([k,v])=>v.toFixed(0).padStart(6)+' '+k).join('\n')); console.log('ALL\n'+top(total,110))
  await context.close()
}
await browser.close(); rmSync(folder, { recursive: true })
