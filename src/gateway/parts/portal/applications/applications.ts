/** Handlers for the applications of the signed-in user: list, show, create, change, delete. */
import { generateClientId, generateSecret, hashSecret } from '../../../../shared/security/index.ts'
import type { Application } from '../../../config/types/index.ts'
import { findOwnApplications, type PortalContext, type ResourceHandler } from '../context/portal-context.ts'
import { PortalError } from '../http/portal-error.ts'
import { buildApplicationView } from './application-view.ts'
import { type Denial, listDenials, removeApplicationDenials } from './denials.ts'
import { editApplication, findOwnApplication } from './own-applications.ts'
import { decideSecretExpiry } from './secret-expiry.ts'

export const listApplications: ResourceHandler<'GET /applications'> = async (context) => {
  const denials = await listDenials(context.deps)
  const own = findOwnApplications(context)
  return Promise.all(own.map((each) => loadApplicationView(each, context, denials)))
}

export const showApplication: ResourceHandler<'GET /applications/:application'> = async (context) =>
  loadApplicationView(findOwnApplication(context), context, await listDenials(context.deps))

export const createApplication: ResourceHandler<'POST /applications'> = async (context) => {
  const { name, clientType = 'confidential', secretExpiresAt: wanted, ...settings } = context.body
  checkRedirectUris(settings.redirectEndpoints ?? [])

  const secretExpiresAt = decideSecretExpiry(wanted, context)
  const clientSecret = clientType === 'public' ? undefined : generateSecret()
  const created = await editApplication(context, name, {
    do: 'create',
    settings,
    clientType,
    secretExpiresAt,
    clientId: generateClientId(),
    secretHash: clientSecret && (await hashSecret(clientSecret)), // the document holds only the hash; the response to the owner holds the secret
  })
  return { application: await loadApplicationView(created as Application, context, []), clientSecret }
}

export const changeApplication: ResourceHandler<'PATCH /applications/:application'> = async (context) => {
  const { name } = findOwnApplication(context)
  checkRedirectUris(context.body.redirectEndpoints ?? [])
  const changed = await editApplication(context, name, { do: 'change', settings: context.body })
  return loadApplicationView(changed as Application, context, await listDenials(context.deps))
}

export const removeApplication: ResourceHandler<'DELETE /applications/:application'> = async (context) => {
  const { name } = findOwnApplication(context)
  await editApplication(context, name, { do: 'remove' })
  await removeApplicationDenials(context.deps, name)
  return undefined
}

async function loadApplicationView(
  application: Application,
  { deps }: Pick<PortalContext, 'deps'>,
  denials: readonly Denial[],
) {
  const uses = await Promise.all(application.credentials.map((each) => deps.findSecretUses(each)))
  return buildApplicationView(application, deps.catalog, deps.clock(), uses, denials)
}

/** URI schemes that execute code or open local content in the browser. */
const executableScheme = /^(javascript|data|vbscript|blob|file|about):/i

// Checks the redirect URIs of an application. RFC 6749 section 3.1.2; RFC 8252 section 7.3 for loopback URIs.

/** Throws a `PortalError` `wrong_body` unless every URI is absolute, has no fragment and has an allowed scheme. */
function checkRedirectUris(addresses: readonly string[]): void {
  const fields = addresses.flatMap((address, index) => {
    const fault = findUriError(address)
    return fault ? [{ field: `redirectEndpoints[${index}]`, message: `"${address}" ${fault}` }] : []
  })
  if (fields.length === 0) return
  throw new PortalError('wrong_body', { detail: fields.map(({ message }) => `${message}.`).join(' '), fields })
}

function findUriError(address: string): string | undefined {
  if (!URL.canParse(address) || /[\s*]/.test(address))
    return 'must be an absolute address such as https://shop.example.com/back'
  if (executableScheme.test(address)) return 'must lead to a page or an application: this scheme does not'
  if (address.includes('#')) return 'must have no fragment ("#")'
  return undefined
}
