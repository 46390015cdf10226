/** The checks of a call until its operation is found, in the order of the pipeline. */
import { type ExplanationStage, joinCapped, renderPlace } from './render-facts.ts'

export const arrivalStages = {
  certificate: {
    check: 'the connection has a trusted client certificate',
    reasons: ['certificate_missing', 'certificate_untrusted'],
    renderFacts: (_, { reason, detail, certificate }) =>
      reason === 'certificate_missing' || reason === 'certificate_untrusted' || certificate !== undefined
        ? {
            seen: certificate ?? detail ?? 'no certificate',
            wanted: 'a client certificate that a CA in the file SLUICE_TLS_CLIENT_CA has signed',
          }
        : undefined,
  },

  hangs: {
    check: 'the request has not made workers hang',
    reasons: ['hang_repeated'],
    renderFacts: (_, { reason }) =>
      reason === 'hang_repeated'
        ? {
            seen: 'requests of this client, or of its network, to this API made two workers hang within ten minutes',
            wanted:
              'another request, or this one after the seconds of Retry-After; the log has the requests of killed workers',
          }
        : undefined,
  },

  syntax: {
    check: 'the request is well-formed',
    reasons: [
      'host_repeated',
      'host_missing',
      'coding_unsupported',
      'authorization_repeated',
      'target_unsupported',
      'path_ambiguous',
    ],
    renderFacts: ({ path, api }, { method, reason }) => ({
      seen: `${method} ${path}`,
      // The API is known only where its property decides about an encoded slash.
      ...(reason === 'path_ambiguous' && api && renderPlace(api.location)),
      wanted:
        reason === 'path_ambiguous' && api
          ? 'a path without an encoded slash (%2F); the property allow-encoded-slash: "true" of the API accepts it'
          : 'one Host header, at most one Authorization header, and an unambiguous path',
    }),
  },

  api: {
    check: 'an API is published at the path',
    reasons: ['api_unknown'],
    renderFacts: ({ path, publicUrl, catalog, api }) => ({
      seen: `${publicUrl === undefined ? '' : `${publicUrl}, which is `}${api ? `${catalog?.path}${api.basePath} is ${api.reference}` : path}`,
      wanted: 'a path that starts with /{organisation}/{catalog} and the base path of an API',
      ...renderPlace(api?.location),
    }),
  },

  path: {
    check: 'the API defines the path',
    reasons: ['operation_unknown'],
    renderFacts: ({ path, api, catalog }) => ({
      seen: path.slice(`${catalog?.path ?? ''}${api?.basePath ?? ''}`.length) || '/',
      wanted: api && joinCapped([...new Set(api.operations.map((each) => each.path))]),
      ...renderPlace(api?.location),
    }),
  },

  method: {
    check: 'the API defines the method for the path',
    reasons: ['method_unknown'],
    renderFacts: ({ operation, methods }, { method }) => ({
      seen: operation ? `${method} is ${operation.id}` : method,
      wanted: methods.length > 0 ? joinCapped(methods) : undefined,
      ...renderPlace(operation?.location),
    }),
  },

  online: {
    check: 'the API is online',
    reasons: ['api_offline'],
    renderFacts: ({ api }) =>
      api?.offline && {
        seen: `${api.reference} is offline`,
        wanted: 'an API that the catalog does not list under offline_apis',
        ...renderPlace(api.offline),
      },
  },
} as const satisfies Record<string, ExplanationStage>
