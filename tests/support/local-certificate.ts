/** A certificate of this machine's own, which the programs of a test trust. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { toolPath } from '../../scripts/setup.mjs'

export interface LocalCertificate {
  certFile: string
  keyFile: string
  cert: string
}

/** For these names, in this folder. `fetch` and the socket of this process trust it from now on. */
export function localCertificate(folder: string, names: readonly string[]): LocalCertificate {
  const certFile = join(folder, 'cert.pem')
  const keyFile = join(folder, 'key.pem')
  const alternatives = names.map((name) => `DNS:${name}`).join()
  const options = ['-x509', '-nodes', '-days', '2', '-subj', '/CN=Fairtick test']
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-keyout', keyFile]
  const usage = ['-addext', `subjectAltName=${alternatives}`, '-out', certFile]
  execFileSync(toolPath('openssl'), ['req', ...options, ...key, ...usage], { stdio: 'pipe' })
  const cert = readFileSync(certFile, 'utf8')
  setDefaultCACertificates([...getCACertificates(), cert])
  return { certFile, keyFile, cert }
}
