import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import { defaultClientConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { leaflet } from './scripts/build/leaflet.ts'
import { pageScripts } from './scripts/build/page-scripts.ts'
import { shellOutput } from './scripts/build/shell.ts'
import { texts } from './scripts/build/texts.ts'
import { trimmed } from './scripts/build/trimmed.ts'
import { deep } from './tests/support/suite.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const ROOT = here('.').replace(/\/$/, '')
const API_PORT = process.env['PORT'] ?? '8460'

const serviceWorker = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src/sw',
  filename: 'sw.ts',
  injectRegister: false,
  // Our text is public: its words and colours are no library's default.
  manifest: false,
  injectManifest: {
    rollupFormat: 'iife',
    globPatterns: ['index.html', '*.{js,svg,webmanifest}', 'icon-192.png', 'assets/*.{js,css}'],
    // The desk is no part of the app that users install.
    globIgnores: ['desk.html', 'assets/desk-*', 'assets/text-*-desk-*'],
    dontCacheBustURLsMatching: /^assets\//,
  },
})

export default defineConfig({
  base: '/',
  plugins: [
    texts(ROOT),
    leaflet(),
    trimmed(),
    react(),
    tailwind(),
    pageScripts(ROOT),
    serviceWorker,
  ],
  // RxJS has its classes under this condition; otherwise it comes translated for browsers of 2009, with helpers.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  build: {
    target: 'es2023',
    // Every browser that reads es2023 knows it.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
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
  test: {
    // One fewer by default, which on two cores is half of the machine.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          testTimeout: 60_000,
          include: ['tests/unit/{contract,rules,server,streams}/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'property',
          environment: 'node',
          isolate: false,
          testTimeout: 60_000,
          include: ['tests/property/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'wire',
          environment: 'node',
          testTimeout: 60_000,
          include: ['tests/unit/streams-wire/**/*.test.ts'],
          // The browser build takes the global WebSocket when it loads; Node's build would use `ws`.
          alias: {
            'socket.io-client': here('node_modules/socket.io-client/dist/socket.io.esm.min.js'),
          },
          setupFiles: ['tests/support/mock-websocket.ts'],
        },
      },
      {
        test: {
          name: 'dom',
          environment: 'happy-dom',
          isolate: false,
          testTimeout: 60_000,
          include: ['tests/unit/src/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/dom.ts'],
        },
      },
      {
        test: {
          name: 'leaks',
          environment: 'happy-dom',
          testTimeout: 300_000,
          include: ['tests/leaks/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/dom.ts'],
        },
      },
      {
        test: {
          name: 'integration',
          environment: 'node',
          include: [`tests/integration/**/*${deep ? '.deep' : ''}.test.ts`],
          exclude: deep ? [] : ['**/*.deep.test.ts'],
          globalSetup: ['tests/support/postgres.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'tidy',
          environment: 'node',
          include: [`tests/tidy/**/*${deep ? '.deep' : ''}.test.ts`],
          exclude: deep ? [] : ['**/*.deep.test.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
