import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const API_PORT = process.env['PORT'] ?? '8460'

/** Names a text by its language, so that the service worker keeps the chosen language's alone. */
function chunkName({ facadeModuleId }: { facadeModuleId: string | null }): string {
  const [, language, namespace] = /locales\/([^/]+)\/(\w+)\.json$/.exec(facadeModuleId ?? '') ?? []
  if (language === undefined) return 'assets/[name]-[hash].js'
  return `assets/text-${language}-${namespace}-[hash].js`
}

const serviceWorker = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src/sw',
  filename: 'sw.ts',
  injectRegister: false,
  // Ours stands in public: its words and colours are nobody's default.
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
  plugins: [react(), tailwind(), serviceWorker],
  build: {
    target: 'es2023',
    sourcemap: true,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      input: { index: here('index.html'), desk: here('desk.html') },
      output: { chunkFileNames: chunkName },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': `http://127.0.0.1:${API_PORT}`,
      '/socket.io': { target: `ws://127.0.0.1:${API_PORT}`, ws: true },
    },
  },
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'tests/unit/{contract,rules,server,streams}/**/*.test.ts',
            'tests/property/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'wire',
          environment: 'node',
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
          include: ['tests/unit/src/**/*.test.{ts,tsx}', 'tests/leaks/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/dom.ts'],
        },
      },
      {
        test: {
          name: 'integration',
          environment: 'node',
          include: ['tests/integration/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'tidy',
          environment: 'node',
          include: ['tests/tidy/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
