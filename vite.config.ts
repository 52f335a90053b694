import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { BROWSERS, olderBrowsers } from './scripts/build/browsers.ts'
import { pageScripts } from './scripts/build/page-scripts.ts'
import { serviceWorker } from './scripts/build/service-worker.ts'
import { shellOutput } from './scripts/build/shell.ts'
import { neededTexts, texts } from './scripts/build/texts.ts'
import { trimmed } from './scripts/build/trimmed.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const ROOT = here('.').replace(/\/$/, '')
const API_PORT = process.env['PORT'] ?? '8460'

export default defineConfig({
  base: '/',
  plugins: [
    olderBrowsers(),
    texts(ROOT),
    neededTexts(),
    trimmed(),
    react(),
    tailwind(),
    pageScripts(ROOT),
    serviceWorker(ROOT),
  ],
  // RxJS has its classes under this condition; otherwise it comes translated for browsers of 2009, with helpers.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  build: {
    target: BROWSERS,
    // Every supported browser knows it.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    // What the app contains of others, with their licences.
    license: { fileName: 'third-party-notices.txt' },
    rolldownOptions: {
      input: { index: here('index.html'), desk: here('desk.html') },
      output: shellOutput(ROOT),
    },
  },
  // So that a worker loads what it rarely needs with its first use.
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': `http://127.0.0.1:${API_PORT}`,
      '/socket.io': { target: `ws://127.0.0.1:${API_PORT}`, ws: true },
    },
  },
})
