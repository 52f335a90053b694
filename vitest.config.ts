/** The test projects. They are apart from vite.config.ts, so that building the app needs no test tool. */
import { fileURLToPath } from 'node:url'
import { mergeConfig } from 'vite'
import { defineConfig } from 'vitest/config'
import { deep } from './tests/support/suite.ts'
import app from './vite.config.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export default mergeConfig(
  app,
  defineConfig({
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
            include: ['tests/unit/{contract,rules,scripts,server,streams}/**/*.test.ts'],
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
  }),
)
