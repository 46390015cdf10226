/** Every REST resource of the portal: method, path below `{prefix}/api/v1`, and who may call it. */
import type { Resources } from './rest.ts'

/** `open` needs nothing, `signedIn` a session, `owner` that of an owner of the catalog. */
export type Access = 'open' | 'signedIn' | 'owner'

export const access: Readonly<Record<keyof Resources, Access>> = {
  'GET /portal': 'open',

  'POST /account': 'open',
  'PUT /account/password': 'signedIn',
  'POST /session': 'open',
  'GET /session': 'signedIn',
  'DELETE /session': 'signedIn',

  'GET /products': 'signedIn',
  'GET /products/:product': 'signedIn',
  'GET /apis/:api': 'signedIn',
  'GET /providers': 'signedIn',

  'GET /applications': 'signedIn',
  'POST /applications': 'signedIn',
  'GET /applications/:application': 'signedIn',
  'PATCH /applications/:application': 'signedIn',
  'DELETE /applications/:application': 'signedIn',
  'POST /applications/:application/secrets': 'signedIn',
  'DELETE /applications/:application/secrets/old': 'signedIn',
  'POST /applications/:application/verify': 'signedIn',
  'PUT /applications/:application/subscriptions/:product': 'signedIn',
  'DELETE /applications/:application/subscriptions/:product': 'signedIn',
  'GET /applications/:application/usage': 'signedIn',

  'GET /approvals': 'owner',
  'POST /approvals/:approval': 'owner',

  'GET /explanations/:request': 'signedIn',
  'POST /tokens/inspect': 'signedIn',
}
