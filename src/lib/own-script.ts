/** The content policy lets scripts start from addresses that this policy passed, and from nowhere else. */

interface ScriptPolicy {
  /** In truth an object that only a browser's own functions take; TypeScript has them take text. */
  createScriptURL(address: string): string
}
declare global {
  /** Not in every browser. */
  var trustedTypes: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy } | undefined
}

const policy = globalThis.trustedTypes?.createPolicy('fairtick', {
  createScriptURL: (address) => {
    if (new URL(address, location.origin).origin === location.origin) return address
    throw new TypeError(address)
  },
})

/** For whatever starts a worker; throws for what another server has. */
export const ownScript = (address: string): string => policy?.createScriptURL(address) ?? address
