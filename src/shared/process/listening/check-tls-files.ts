/** Checks the files of the `SLUICE_TLS_*` settings before a start: the checks of the listener, and validity periods. */
import { X509Certificate } from 'node:crypto'
import { loadServerTls, type ServerTlsFiles, TlsFileError } from '../../http/listener/server-tls.ts'
import { splitCertificates } from '../../lib/text/pem-certificates.ts'
import { type Clock, systemClock } from '../../lib/time/clock.ts'
import { dayMs } from '../../lib/time/durations.ts'

export interface TlsFilesCheck {
  /** The problems that keep the gateway from starting or its clients from connecting. */
  errors: readonly string[]
  warnings: readonly string[]
}

/** Certificates that expire within this time cause a warning. */
const renewalMs = 14 * dayMs

/**
 * Checks that the files can be read, contain certificates and the key of the first one, and are valid now. An
 * invalid server certificate is an error; an invalid intermediate or client CA is a warning, because other
 * certificates of its file may be in use.
 */
export async function checkTlsFiles(files: ServerTlsFiles, clock: Clock = systemClock): Promise<TlsFilesCheck> {
  const now = clock()
  try {
    const { tls } = await loadServerTls(files)
    const [server, ...intermediates] = parseCertificates(tls.cert)
    const others = [
      ...intermediates.map((each) => [each, 'SLUICE_TLS_CERTIFICATE', files.certificateFile] as const),
      ...parseCertificates(tls.ca ?? '').map((each) => [each, 'SLUICE_TLS_CLIENT_CA', files.clientCaFile] as const),
    ]
    const problem = server && describeValidity(server, now)
    return {
      errors: problem ? [`SLUICE_TLS_CERTIFICATE names ${files.certificateFile}: ${problem}`] : [],
      warnings: [
        ...(server && !problem ? describeExpiry(server, files.certificateFile, now) : []),
        ...others.flatMap(([certificate, setting, file]) => {
          const invalid = describeValidity(certificate, now)
          return invalid ? [`${setting} names ${file}: ${invalid}`] : []
        }),
      ],
    }
  } catch (error) {
    if (error instanceof TlsFileError) return { errors: [error.message], warnings: [] }
    throw error
  }
}

/** Returns the reason why a certificate is not valid now; undefined when it is valid. */
function describeValidity({ subject, validFromDate, validToDate }: X509Certificate, now: number) {
  const name = subject.split('\n').join(', ')
  if (validToDate.getTime() <= now)
    return `the certificate of ${name} expired at ${validToDate.toISOString()}: renew it`
  if (validFromDate.getTime() > now)
    return `the certificate of ${name} is valid from ${validFromDate.toISOString()} only: check the clock of this machine, or use another certificate`
  return undefined
}

function describeExpiry({ validToDate }: X509Certificate, file: string, now: number): string[] {
  const leftMs = validToDate.getTime() - now
  if (leftMs > renewalMs) return []
  return [`SLUICE_TLS_CERTIFICATE names ${file}, which expires at ${validToDate.toISOString()}: renew it`]
}

/** Parses PEM text that `loadServerTls` has checked. */
const parseCertificates = (pem: string) => splitCertificates(pem).map((each) => new X509Certificate(each))
