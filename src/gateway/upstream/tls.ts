/**
 * What a TLS client profile means for a connection to an upstream.
 */
import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'

import type { TlsProfile } from '../../config/types.ts'

const versions: Readonly<Record<string, 'TLSv1.2' | 'TLSv1.3'>> = {
  'tls_v1.2': 'TLSv1.2',
  'tls_v1.3': 'TLSv1.3',
}

/** Options for `tls.connect`. Reads the files of the profile; throws, naming the file, when one cannot be read. */
export function tlsOptions(profile: TlsProfile): ConnectionOptions {
  const allowed = profile.protocols.map((name) => versions[name]).filter((version) => version !== undefined)
  allowed.sort()
  return {
    ca: read(profile, 'truststore', profile.truststoreFile),
    cert: read(profile, 'certificate', profile.certificateFile),
    key: read(profile, 'key', profile.keyFile),
    rejectUnauthorized: !profile.insecureServerConnections,
    minVersion: allowed[0] ?? 'TLSv1.2',
    maxVersion: allowed.at(-1) ?? 'TLSv1.3',
    ...(profile.ciphers.length > 0 ? { ciphers: profile.ciphers.join(':') } : {}),
    ...(profile.serverNameIndication ? {} : { servername: '' }),
  }
}

function read(profile: TlsProfile, role: string, file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`the ${role} of the TLS profile "${profile.name}" cannot be read: ${file}`, {
      cause: error,
    })
  }
}
