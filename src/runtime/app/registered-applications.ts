/** The applications of clients that register at an OAuth provider: the primary edits them like those of the portal. */
import type { Catalog, ProviderSettings } from '../../config/types/index.ts'
import { OauthError, type RegisteredApplications } from '../../oauth/index.ts'
import type { ApplicationEdit } from '../../portal/index.ts'
import type { WorkerToPrimary } from '../messages.ts'
import type { RpcChannel } from '../rpc/rpc-channel.ts'

/** Returns the applications of one provider. Their owner is no user of a portal. */
export function buildRegisteredApplications(
  catalog: Catalog,
  { name: provider, registration }: ProviderSettings,
  ask: RpcChannel<WorkerToPrimary>['request'],
): RegisteredApplications | undefined {
  if (!registration) return undefined
  const { product, plan, maxApplications } = registration
  const by = `registration at ${provider}`

  return {
    create({ name, title, redirectEndpoints, clientType, clientId, secretHash, keys, grants }) {
      const settings = { title, redirectEndpoints: [...redirectEndpoints] }
      const registered = { grants, keys, subscription: { product, plan }, maxApplications }
      return edit(name, { do: 'create', settings, clientType, clientId, secretHash, registered })
    },
    change: (name, { title, redirectEndpoints }) =>
      edit(name, { do: 'change', settings: { title, redirectEndpoints: [...redirectEndpoints] } }),
    remove: (name) => edit(name, { do: 'remove' }),
  }

  async function edit(application: string, action: object): Promise<void> {
    const wanted = { catalog: catalog.path, application, by, ...action } as ApplicationEdit
    const result = await ask('edit', { edit: wanted })
    if ('application' in result) return
    const { refused, detail } = result
    if (refused === 'too_many_applications') {
      const words = `The provider has its maximum number of registered clients: ${maxApplications}`
      throw new OauthError('access_denied', words, { status: 403 })
    }
    if (refused === 'wrong_application')
      throw new OauthError('invalid_client_metadata', detail ?? 'The metadata is not valid')
    const reason = `an application was not changed: ${refused} ${detail ?? ''}`
    throw new OauthError('temporarily_unavailable', 'Clients cannot be registered now; try again later', {
      headers: { 'Retry-After': '5' },
      reason,
    })
  }
}
