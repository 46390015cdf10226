/** The applications of a developer: made, seen, changed and deleted. */
import type { Application } from '../../config/types/index.ts'
import { hashSecret, newClientId, newSecret } from '../../security/index.ts'
import type { Call, Handler } from '../call/call.ts'
import { editApplication, ownApplication, ownApplications } from './own.ts'
import { checkRedirects } from './redirects.ts'
import { applicationView } from './view.ts'

export const list: Handler<'GET /applications'> = (call) =>
  Promise.all(ownApplications(call).map((each) => viewOf(each, call)))

export const show: Handler<'GET /applications/:application'> = (call) => viewOf(ownApplication(call), call)

export const create: Handler<'POST /applications'> = async (call) => {
  const { name, title, clientType = 'confidential', grants = [], redirectEndpoints = [] } = call.body
  checkRedirects(redirectEndpoints)

  const clientSecret = clientType === 'public' ? undefined : newSecret()
  const created = await editApplication(call, name, {
    do: 'create',
    ...{ title, clientType, grants, redirectEndpoints },
    clientId: newClientId(),
    secretHash: clientSecret && (await hashSecret(clientSecret)), // the secret itself goes nowhere but to its owner
  })
  return {
    application: await viewOf(created as Application, call),
    ...(clientSecret !== undefined && { clientSecret }),
  }
}

export const change: Handler<'PATCH /applications/:application'> = async (call) => {
  const { name } = ownApplication(call)
  checkRedirects(call.body.redirectEndpoints ?? [])
  const changed = await editApplication(call, name, { do: 'change', ...call.body })
  return viewOf(changed as Application, call)
}

export const remove: Handler<'DELETE /applications/:application'> = async (call) => {
  await editApplication(call, ownApplication(call).name, { do: 'remove' })
  return undefined
}

async function viewOf(application: Application, { tools }: Pick<Call, 'tools'>) {
  const [credential] = application.credentials
  const lastUsed = credential ? await tools.secretUses(credential) : []
  return applicationView(application, tools.catalog, tools.clock(), lastUsed)
}
