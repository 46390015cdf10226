/** Reads the files that a TLS client profile names into options for `tls.connect`. */
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

  return {
    ...given('ca', profile.truststoreFile, profile),
    ...given('cert', profile.certificateFile, profile),
    ...given('key', profile.keyFile, profile),
    rejectUnauthorized: !profile.insecureServerConnections,
    ...(profile.serverNameIndication ? {} : { servername: '' }),
    ...(profile.ciphers.length > 0 ? { ciphers: profile.ciphers.join(':') } : {}),
    ...(minVersion && maxVersion ? { minVersion, maxVersion } : {}),
  }
}

function given(member: 'ca' | 'cert' | 'key', file: string | undefined, { name }: TlsFilePaths) {
  if (file === undefined) return {}
  try {
    return { [member]: readRegularFile(file).toString() }
  } catch (cause) {
    throw new Error(`TLS profile ${name}: ${file} cannot be read: ${describeFileError(cause)}`, { cause })
  }
}
