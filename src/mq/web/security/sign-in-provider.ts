/** The provider at which users of the console sign in: its claims become the name and the groups of a user. */
import { readRegularFile } from '../../../shared/lib/files/read-regular-file.ts'
import {
  openPageSignIn,
  openRelyingParty,
  type PageSignIn,
  RegistryUnavailableError,
  readUserName,
  type SignedInClaims,
  type SignInRejection,
} from '../../../shared/registries/index.ts'
import type { Identity } from '../identity/user-registry.ts'
import type { MqwebSettings } from '../settings/settings.ts'

/** A user who signed in at the provider. */
export interface ProviderUser extends Identity {
  realm: string
  idToken: string | undefined
}

/** Methods throw `RegistryUnavailableError`. */
export interface SignInProvider extends PageSignIn<ProviderUser> {
  findLogoutUrl(idToken: string | undefined, returnTo: string): Promise<string | undefined>
  close(): Promise<void>
}

const timeoutSeconds = 10
const maxGroups = 1000

/** Opens the provider of the settings, which connects at the first sign-in; undefined when there is none. */
export function openSignInProvider({ security, tls }: MqwebSettings): SignInProvider | undefined {
  const { provider } = security
  if (!provider) return undefined
  const { issuer, clientId, clientSecret, isSecretInForm, scope, readsUserinfo, title } = provider
  const { trustStore } = tls
  const ca = trustStore && { ca: readRegularFile(trustStore.file).toString(), rejectUnauthorized: true }
  const party = openRelyingParty({
    name: title,
    issuer,
    endpoints: {},
    clientId,
    clientSecret,
    isSecretInForm,
    scope,
    userinfo: readsUserinfo ? 'GET' : undefined,
    timeoutSeconds,
    tls: () => ca,
  })
  const toUser = ({ claims, idToken }: SignedInClaims): ProviderUser => ({
    name: readUserName(claims, provider.userClaim, title),
    groups: readGroups(claims[provider.groupClaim], provider.groupClaim),
    realm: provider.realm,
    idToken,
  })
  const pages = openPageSignIn<ProviderUser>({
    begin: party.begin,
    async complete(returned, pending): Promise<ProviderUser | SignInRejection> {
      const result = await party.complete(returned, pending)
      return 'rejected' in result ? result : toUser(result)
    },
  })
  return { ...pages, findLogoutUrl: party.findLogoutUrl, close: party.close }
}

/** Returns the groups in a claim: a list of names, or names separated by blanks. */
function readGroups(claim: unknown, name: string): readonly string[] {
  const groups = typeof claim === 'string' ? claim.split(' ') : (claim ?? [])
  if (Array.isArray(groups) && groups.length <= maxGroups && groups.every((each) => typeof each === 'string'))
    return groups.filter((each) => each !== '')
  throw new RegistryUnavailableError(`the claim ${name} must be a list of at most ${maxGroups} names of groups`)
}
