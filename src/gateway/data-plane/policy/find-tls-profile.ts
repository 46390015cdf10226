/** Finds a TLS client profile that a policy names. */
import { didYouMean } from '../../../shared/lib/output/suggest.ts'
import type { TlsProfile } from '../../config/types/index.ts'
import { UndefinedValueError, type ValueLocation } from '../errors/document-error.ts'
import type { PolicyContext } from './policy.ts'

/** Returns the profile; undefined for the default one. Throws an `UndefinedValueError` for one not enabled. */
export function findTlsProfile(
  reference: string | undefined,
  { catalog }: Pick<PolicyContext, 'catalog'>,
  location: ValueLocation,
): TlsProfile | undefined {
  if (!reference) return undefined
  const [name = '', version] = reference.split(':')
  const profile = catalog.tlsProfiles.get(name)
  if (!profile && name === 'tls-client-profile-default') return undefined
  if (profile && (version === undefined || profile.version === version)) return profile
  const known = [...catalog.tlsProfiles.values()].map((each) => `${each.name}:${each.version}`)
  throw new UndefinedValueError(
    location,
    `the TLS profile "${reference}" is not enabled in the catalog${didYouMean(reference, known) || `; there are ${known.join(', ') || 'none'}`}`,
    { isAlreadyReported: true },
  )
}
