/**
 * The condition for calling a resource: `open` needs no session, `signedIn` needs a session, `owner` needs the session
 * of an owner of the catalog, `configurator` that of an owner who may change documents.
 */
export type ResourceAccess = 'open' | 'signedIn' | 'owner' | 'configurator'
