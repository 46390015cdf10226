/** Handlers for the signing keys of the catalog's OAuth providers. */
import { dayMs } from '../../../../shared/lib/time/durations.ts'
import { renderTime } from '../../../../shared/lib/time/render-time.ts'
import type { ProviderSettings } from '../../../config/types/index.ts'
import { renderCatalogUrl } from '../../../contract/access/catalog-urls.ts'
import type { SigningKeyDescription } from '../../../oauth/index.ts'
import type { PortalContext, ResourceHandler } from '../context/portal-context.ts'
import type { SigningKeyChange } from '../context/portal-deps.ts'
import { PortalError } from '../http/portal-error.ts'
import type { ProviderKeysView, SigningKeyView } from '../rest/index.ts'

export const listSigningKeys: ResourceHandler<'GET /configuration/keys'> = (context) =>
  Promise.all([...context.deps.catalog.providers.values()].map((each) => buildProviderKeysView(each, context)))

export const rotateSigningKeys: ResourceHandler<'POST /configuration/keys/:provider'> = async (context) => {
  const provider = findProvider(context)
  rejectRefused(await context.deps.signingKeys.rotate(provider.name, context.user.name))
  return buildProviderKeysView(provider, context)
}

export const removeSigningKey: ResourceHandler<'DELETE /configuration/keys/:provider/:key'> = async (context) => {
  const { name } = findProvider(context)
  const kid = context.params.key ?? ''
  rejectRefused(await context.deps.signingKeys.remove(name, kid, context.user.name))
}

function findProvider({ params, deps }: Pick<PortalContext, 'params' | 'deps'>): ProviderSettings {
  const found = deps.catalog.providers.get(params.provider ?? '')
  if (!found) throw new PortalError('unknown_provider')
  return found
}

function rejectRefused(change: SigningKeyChange): void {
  if ('refused' in change) throw new PortalError(change.refused)
}

async function buildProviderKeysView(
  { name, title, basePath, accessToken, keyRotation, signingKeys: { kind: source }, location }: ProviderSettings,
  { deps }: Pick<PortalContext, 'deps'>,
): Promise<ProviderKeysView> {
  const keys = await deps.signingKeys.list(name)
  const newest = keys.at(-1)
  const afterDays = source === 'store' ? keyRotation.afterDays : 0
  return {
    provider: name,
    title,
    file: location.file,
    jwksUrl: `${renderCatalogUrl(deps.catalog, deps.baseUrl)}${basePath}/oauth2/jwks`,
    source,
    accessTokenSeconds: accessToken.ttl,
    rotatesAfterDays: afterDays,
    rotatesAt: afterDays > 0 && newest ? renderTime(newest.activeFrom + afterDays * dayMs) : undefined,
    keys: keys.map((key) => buildKeyView(key, key === newest)).reverse(),
  }
}

function buildKeyView(key: SigningKeyDescription, isNewest: boolean): SigningKeyView {
  const { kid, algorithm, use, source, state, activeFrom, isRemoved } = key
  const times = (['createdAt', 'expiresAt', 'firstUsedAt', 'lastUsedAt'] as const)
    .filter((name) => key[name] !== undefined)
    .map((name) => [name, renderTime(key[name] as number)] as const)
  return {
    kid,
    algorithm,
    use,
    source,
    state,
    isRemoved,
    activeFrom: renderTime(activeFrom),
    isRemovable: state !== 'retired' && !isNewest,
    ...Object.fromEntries(times),
  }
}
