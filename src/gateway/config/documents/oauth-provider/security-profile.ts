/** The FAPI 2.0 Security Profile: one setting that turns on what the profile demands, and refuses what contradicts it. */
import type { DocumentContext } from '../../document-set/document-kind.ts'
import type { ProviderSettings } from '../../types/index.ts'

/** What a document must not write, by its path: the value, and what the profile demands. FAPI 2.0 section 5.3.2. */
const contradictions: readonly (readonly [path: readonly string[], refused: unknown, demand: string])[] = [
  [['native_provider', 'pkce', 'enabled'], false, 'PKCE'],
  [['native_provider', 'pkce', 'required'], false, 'PKCE for every request'],
  [['native_provider', 'pkce', 'allow_plain'], true, 'the challenge method S256'],
  [['native_provider', 'pushed_authorization', 'enabled'], false, 'pushed authorization requests'],
  [['native_provider', 'pushed_authorization', 'required'], false, 'pushed authorization requests only'],
  [['native_provider', 'refresh_token', 'one_time_use'], true, 'refresh tokens that are not rotated'],
  [['native_provider', 'compat'], 'apic', 'the errors of the RFCs'],
  [['debug'], true, 'responses without debug headers'],
]

/** Returns the settings under the profile. Reports each member that contradicts it. */
export function applyFapiProfile<S extends Omit<ProviderSettings, 'location' | 'signingKeys' | 'jwtBearer'>>(
  settings: S,
  { source, problems }: DocumentContext,
): S {
  const refuse = (path: readonly (string | number)[], found: string, demand: string) =>
    problems.memberError(source, [...path], `is ${found}, but security_profile fapi2 demands ${demand}`)
  for (const [path, refused, demand] of contradictions)
    if (source.isWritten(path) && source.valueAt(path) === refused) refuse(path, String(refused), demand)
  if (settings.grants.has('password')) refuse(['grants'], 'with password', 'that only the provider sees passwords')
  if (settings.clientTypes.has('public'))
    refuse(['native_provider', 'clients'], 'with public', 'clients with keys or certificates')

  const { dpop, certificateBinding } = settings
  const usesDpop = dpop.enabled || !certificateBinding.enabled
  const path = ['native_provider', 'dpop', 'enabled']
  if (source.isWritten(path) && !dpop.enabled && usesDpop)
    refuse(path, 'false', 'bound tokens: enable dpop or certificate_bound_tokens')
  return {
    ...settings,
    isFapi: true,
    pkce: { enabled: true, required: true, allowPlain: false },
    pushedAuthorization: { enabled: true, required: true },
    refreshToken: { ...settings.refreshToken, oneTimeUse: false },
    dpop: { ...dpop, enabled: usesDpop, required: usesDpop },
    certificateBinding: { enabled: certificateBinding.enabled, required: !usesDpop },
  }
}
