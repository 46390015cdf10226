/** Reads the files that a TLS client profile names into options for `tls.connect`. */
import { definedMembers } from '../collections/defined-members.ts'
import { describeFileError } from './file-error.ts'
import { readRegularFile } from './read-regular-file.ts'

export interface TlsFilePaths {
  name: string
  /** `tls_v1.2`, `tls_v1.3`; empty for the defaults of the runtime. */
  protocols: readonly string[]
  /** Cipher suites as OpenSSL names them; empty for the defaults of the runtime. */
  ciphers: readonly string[]
  insecureServerConnections: boolean
  serverNameIndication: boolean
  truststoreFile: string | undefined
  certificateFile: string | undefined
  keyFile: string | undefined
}

export interface TlsConnectOptions {
  ca?: string | undefined
  cert?: string
  key?: string
  rejectUnauthorized: boolean
  /** An empty text sends no server name. */
  servername?: string
  ciphers?: string
  minVersion?: TlsVersion
  maxVersion?: TlsVersion
}

type TlsVersion = 'TLSv1.2' | 'TLSv1.3'

const versions: Record<string, TlsVersion> = { 'tls_v1.2': 'TLSv1.2', 'tls_v1.3': 'TLSv1.3' }

/** Reads the files of a profile. Throws an error that names the profile and the file when a file cannot be read. */
export function readTlsFiles(profile: TlsFilePaths): TlsConnectOptions {
  const [minVersion, maxVersion = minVersion] = profile.protocols
    .map((name) => versions[name])
    .filter((version) => version !== undefined)
    .sort()

  return definedMembers({
    ca: readIfGiven(profile.truststoreFile, profile),
    cert: readIfGiven(profile.certificateFile, profile),
    key: readIfGiven(profile.keyFile, profile),
    rejectUnauthorized: !profile.insecureServerConnections,
    servername: profile.serverNameIndication ? undefined : '',
    ciphers: profile.ciphers.length > 0 ? profile.ciphers.join(':') : undefined,
    minVersion,
    maxVersion,
  })
}

function readIfGiven(file: string | undefined, { name }: TlsFilePaths): string | undefined {
  if (file === undefined) return undefined
  try {
    return readRegularFile(file).toString()
  } catch (cause) {
    throw new Error(`TLS profile ${name}: ${file} cannot be read: ${describeFileError(cause)}`, { cause })
  }
}
