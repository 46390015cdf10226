/**
 * The condition for calling a resource: `open` needs no session, `signedIn` needs a session, `owner` needs the session
 * of an owner of the catalog, `configurator` that of an owner who may change documents. `catalogue` needs a session
 * unless the catalog opens its catalogue to the public.
 */
export type ResourceAccess = 'open' | 'catalogue' | 'signedIn' | 'owner' | 'configurator'
