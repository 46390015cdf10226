/** The checks of a call until its operation is found. */
import type { ExplanationStage } from './stage.ts'
import { capped, placeOf } from './words.ts'

export const arrival: readonly ExplanationStage[] = [
  {
    check: 'the connection has the certificate that is required',
    reasons: ['certificate_missing', 'certificate_untrusted'],
    facts: (_, { reason, detail, certificate }) =>
      reason === 'certificate_missing' || reason === 'certificate_untrusted' || certificate !== undefined
        ? {
            seen: certificate ?? detail ?? 'no certificate',
            wanted: 'a certificate of an authority in the file that SLUICE_TLS_CLIENT_CA names',
          }
        : undefined,
  },
  {
    check: 'the request is well-formed',
    reasons: [
      'host_repeated',
      'host_missing',
      'coding_unsupported',
      'authorization_repeated',
      'target_unsupported',
      'path_ambiguous',
    ],
    facts: ({ path }, { method }) => ({
      seen: `${method} ${path}`,
      wanted: 'one Host field, at most one Authorization field, and a path that can be read in one way only',
    }),
  },
  {
    check: 'an API is published at the path',
    reasons: ['api_unknown'],
    facts: ({ path, catalog, api }) => ({
      seen: api ? `${catalog?.path}${api.basePath} is ${api.reference}` : path,
      wanted: 'the path of a catalog, /{organisation}/{catalog}, and the base path of one of its APIs',
      ...(api && placeOf(api.place)),
    }),
  },
  {
    check: 'the API has the path',
    reasons: ['operation_unknown'],
    facts: ({ path, api, catalog }) => ({
      seen: path.slice(`${catalog?.path ?? ''}${api?.basePath ?? ''}`.length) || '/',
      ...(api && {
        wanted: capped([...new Set(api.operations.map((each) => each.path))]),
        ...placeOf(api.place),
      }),
    }),
  },
  {
    check: 'the path has the method',
    reasons: ['method_unknown'],
    facts: ({ operation, methods }, { method }) => ({
      seen: operation ? `${method} is ${operation.id}` : method,
      ...(methods.length > 0 && { wanted: capped(methods) }),
      ...(operation && placeOf(operation.place)),
    }),
  },
  {
    check: 'the API is online',
    reasons: ['api_offline'],
    facts: ({ api }) =>
      api?.offline && {
        seen: `${api.reference} is offline`,
        wanted: 'an API that is not among the offline_apis of its catalog',
        ...placeOf(api.offline),
      },
  },
]
