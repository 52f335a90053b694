/** The content security policy lets scripts start only from addresses that this Trusted Types policy accepted. */

interface ScriptPolicy {
  /**
   * At run time this is an object that only browser functions accept; TypeScript types those functions as taking a
   * string.
   */
  createScriptURL(address: string): string
}
declare global {
  /** Not supported by every browser. */
  var trustedTypes: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy } | undefined
}

const policy = globalThis.trustedTypes?.createPolicy('fairtick', {
  createScriptURL: (address) => {
    if (new URL(address, location.origin).origin === location.origin) return address
    throw new TypeError(address)
  },
})

/** The address of a worker script. Throws for an address on another origin. */
export const ownScript = (address: string): string => policy?.createScriptURL(address) ?? address
