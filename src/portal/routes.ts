/** Every REST resource of the portal: method and path below `{prefix}/api/v1`, who may call it, what answers. */
import * as applications from './applications/applications.ts'
import { approvalHandlers } from './applications/approvals.ts'
import * as secrets from './applications/secrets.ts'
import * as subscriptions from './applications/subscriptions.ts'
import type { Handler, Resource } from './call/call.ts'
import { explain } from './calls/explanations.ts'
import { inspect } from './calls/tokens.ts'
import { usage } from './calls/usage.ts'
import * as apis from './catalogue/apis.ts'
import * as portal from './catalogue/portal-view.ts'
import * as products from './catalogue/products.ts'
import * as providers from './catalogue/providers.ts'
import { type AccountTools, accountHandlers } from './session/account.ts'

/** `open` needs nothing, `signedIn` a session, `owner` that of an owner of the catalog. */
export type Access = 'open' | 'signedIn' | 'owner'

/** What a resource answers with, when it answers with a body; otherwise it is 204. */
type Status = 200 | 201

export type Routes = {
  readonly [R in Resource]: readonly [access: Access, handler: Handler<R>, status?: Status]
}

export function routesOf(tools: AccountTools): Routes {
  const account = accountHandlers(tools)
  const approvals = approvalHandlers(tools.profiles)
  return {
    'GET /portal': ['open', portal.show],

    'POST /account': ['open', account.signUp, 201],
    'PUT /account/password': ['signedIn', account.changePassword],
    'POST /session': ['open', account.signIn, 201],
    'GET /session': ['signedIn', account.show],
    'DELETE /session': ['signedIn', account.signOut],

    'GET /products': ['signedIn', products.list],
    'GET /products/:product': ['signedIn', products.show],
    'GET /apis/:api': ['signedIn', apis.show],
    'GET /providers': ['signedIn', providers.list],

    'GET /applications': ['signedIn', applications.list],
    'POST /applications': ['signedIn', applications.create, 201],
    'GET /applications/:application': ['signedIn', applications.show],
    'PATCH /applications/:application': ['signedIn', applications.change],
    'DELETE /applications/:application': ['signedIn', applications.remove],
    'POST /applications/:application/secrets': ['signedIn', secrets.reset, 201],
    'DELETE /applications/:application/secrets/old': ['signedIn', secrets.dropOld],
    'POST /applications/:application/verify': ['signedIn', secrets.verify],
    'PUT /applications/:application/subscriptions/:product': ['signedIn', subscriptions.subscribe],
    'DELETE /applications/:application/subscriptions/:product': ['signedIn', subscriptions.leave],
    'GET /applications/:application/usage': ['signedIn', usage],

    'GET /approvals': ['owner', approvals.list],
    'POST /approvals/:approval': ['owner', approvals.decide],

    'GET /explanations/:request': ['signedIn', explain],
    'POST /tokens/inspect': ['signedIn', inspect],
  }
}
