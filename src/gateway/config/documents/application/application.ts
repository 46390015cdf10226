/** Reads a consumer application: its credentials, redirect URIs and subscriptions. */
import { LRUCache } from 'lru-cache'
import { limitEntries } from '../../../../shared/lib/caches/limit-entries.ts'
import { getOrCreate } from '../../../../shared/lib/collections/get-or-create.ts'
import { choice, distinct, optionalText, webAddress } from '../../../../shared/lib/json-schema/members.ts'
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { listNamedParts } from '../../document-set/config-fact.ts'
import { type DocumentContext, defineDocumentKind } from '../../document-set/document-kind.ts'
import {
  exportEnvelopeMembers,
  flagSchema,
  freeTextSchema,
  ignoredMembers,
  nameSchema,
  titleSchema,
} from '../../schema/common-schemas.ts'
import type { Application, Credential, Subscription } from '../../types/index.ts'
import { applicationTermSchemas, readAccessTerms } from '../members/access-terms.ts'
import { readTokenCeiling, tokenCeilingSchema } from '../members/token-ceiling.ts'
import { listApplicationFacts } from './facts.ts'
import { keyAuthenticationMembers, readKeyAuthentication } from './key-authentication.ts'

const hashAdvice =
  'a document holds the hash of a secret only; run "sluice hash" and put what it prints under client_secret_hashes of the credential'
const hints = {
  'x-hints': Object.fromEntries(
    ['client_secret', 'client_secrets', 'client_secret_hash', 'client_secret_hashed', 'secret'].map((each) => [
      each,
      hashAdvice,
    ]),
  ),
}

const moment = (description: string) => optionalText(description, { format: 'date-time' })

const credential = Type.Object(
  {
    ...exportEnvelopeMembers(),
    name: Type.String({ default: 'default', description: 'The name of the credential for readers.' }),
    title: freeTextSchema(),
    summary: freeTextSchema(),
    client_id: Type.String({
      pattern: '^[\\x21-\\x7e]+$', // RFC 6749 appendix A.1, except for the space
      maxLength: 256,
      description: 'The client id, unique in the catalog.',
      'x-words': 'printable ASCII without blanks',
    }),
    client_secret_hashes: Type.Array(Type.String(), {
      default: [],
      maxItems: 2,
      uniqueItems: true,
      description: 'Argon2id hashes of the secret in the PHC format; during a rotation there are two.',
    }),
    client_secret_expires_at: moment('When the newest secret stops working, such as 2026-01-31T12:00:00Z.'),
    old_secret_until: moment('When the second of two secrets stops working, such as 2026-01-31T12:00:00Z.'),
    well_known: flagSchema(false, 'Whether the secret is published, as those of samples are.'),
    ...keyAuthenticationMembers,
    backchannel_logout_uri: Type.Optional(
      webAddress('The URL that gets a POST request when a session of an owner ends.'),
    ),
  },
  hints,
)

const document = Type.Object(
  {
    ...exportEnvelopeMembers(),
    name: nameSchema('The name, unique in the catalog.'),
    title: titleSchema(),
    summary: freeTextSchema('A description for readers.'),
    owner: optionalText('The user of the portal who manages the application.'),
    state: choice(['enabled', 'disabled'], 'The state. Every call of a disabled application is rejected.'),
    client_type: choice(['confidential', 'public'], 'public for applications that cannot keep a secret.'),
    grants: Type.Optional(
      Type.Array(Type.Enum(['password', 'application', 'access_code', 'refresh_token']), {
        uniqueItems: true,
        description: 'The grants that the application may use. Without any, those of the provider.',
      }),
    ),
    credentials: Type.Array(credential, {
      minItems: 1,
      description: 'The credentials of the application, at least one.',
    }),
    redirect_endpoints: distinct(Type.String(), 'Absolute URIs without a fragment, compared as text.'),
    subscriptions: Type.Array(
      Type.Object({
        ...exportEnvelopeMembers(),
        name: freeTextSchema(),
        title: freeTextSchema(),
        product: Type.String({ description: 'A product of the catalog: name, or name:version.' }),
        plan: Type.String({ description: 'The name of one of its plans.' }),
        requested_plan: optionalText('Another plan whose approval is pending; plan stays in use until then.', {}),
        counted_as: optionalText(
          'The plan under which calls are counted since the subscription moved: shop:1.0.0/gold.',
          { pattern: '^[^/:]+:.+/[^/]+$', 'x-words': 'a version of a product and its plan, such as shop:1.0.0/gold' },
        ),
        state: choice(
          ['enabled', 'disabled', 'pending'],
          'The state. Calls need an enabled subscription; pending ones wait for approval.',
        ),
      }),
      { default: [], description: 'The subscriptions, at most one for each product.' },
    ),
    ...applicationTermSchemas,
    token_ceiling: tokenCeilingSchema,
    ...ignoredMembers('lifecycle_state', 'lifecycle_state_pending', 'app_credential_urls', 'image_endpoint'),
  },
  hints,
)

export const applicationKind = defineDocumentKind({
  id: 'application',
  kind: 'application',
  folder: 'application',
  recognisedBy: 'its place, catalogs/{catalog}/applications/',
  is: () => true,
  document,
  references: [{ path: ['subscriptions', '*', 'product'], to: ['product'] }],
  listParts: ({ applications, products }) =>
    listNamedParts('application', applications, (each) => listApplicationFacts(each, products)),

  read(value, reading) {
    const added = { part: readApplication(value, reading), source: reading.source }
    const { catalog } = reading.file
    return (documents) => documents.folder(catalog).applications.push(added)
  },
})

/** Sets of grants and subscriptions by their members: 100,000 applications have a few. */
const grantSets = new Map<string, Application['grants']>()
const equalSubscriptions = new LRUCache<string, Subscription>(limitEntries(1_000))

function readApplication(value: Static<typeof document>, reading: DocumentContext): Application {
  const { source } = reading
  checkRedirects(value, reading)
  return {
    name: value.name,
    title: value.title ?? value.name,
    owner: value.owner,
    state: value.state,
    clientType: value.client_type,
    grants: value.grants && getOrCreate(grantSets, String(value.grants), () => new Set(value.grants)),
    credentials: value.credentials.map((each, index) => readCredential(each, index, value, reading)),
    redirectEndpoints: value.redirect_endpoints,
    subscriptions: value.subscriptions.map(({ product, plan, requested_plan, counted_as, state }, index) => {
      const { line } = source.locate(['subscriptions', index])
      const own: Subscription = { product, plan, requestedPlan: requested_plan, countedAs: counted_as, state, line }
      return getOrCreate<string, Subscription>(equalSubscriptions, JSON.stringify(own), () => own)
    }),
    ...readAccessTerms(value.concurrent_calls, value.addresses),
    ...readTokenCeiling(value.token_ceiling, ['token_ceiling'], source),
    location: source.locate(),
  }
}

function readCredential(
  value: Static<typeof credential>,
  index: number,
  whole: Static<typeof document>,
  reading: DocumentContext,
): Credential {
  const { source, problems, tables, sandbox } = reading
  const path = ['credentials', index]
  const { client_secret_hashes: hashes } = value
  for (const at of hashes.keys()) {
    if (tables.isSecretHash(hashes[at] as string)) continue
    const name = `credentials[${index}].client_secret_hashes[${at}]`
    const message = `${name} must be an Argon2id hash in the PHC form, $argon2id$v=19$m=...,t=...,p=...$salt$digest`
    problems.error(source.locate([...path, 'client_secret_hashes', at]), message)
  }
  const known = !source.isGap([...path, 'client_secret_hashes']) && !source.isGap(['client_type'])
  const isByCertificate = value.authentication !== 'client_secret' || value.certificate !== undefined
  const needsSecret = whole.client_type === 'confidential' && !isByCertificate
  if (hashes.length === 0 && needsSecret && known) {
    const message = 'has no client_secret_hashes: this credential cannot authenticate at a token endpoint'
    problems.warning(source.locate(path), `credentials[${index}] ${message}`)
  }
  if (value.well_known && !sandbox) {
    const message = 'is well known: the documentation prints its secret, so anyone can use it outside the sandbox'
    problems.warning(source.locate(path), `the credential "${value.name}" ${message}`)
  }
  const createdAt = readTime((value as { created_at?: unknown }).created_at)
  return {
    name: value.name,
    clientId: value.client_id,
    createdAt,
    secretHashes: hashes,
    secretExpiresAt:
      value.client_secret_expires_at === undefined ? undefined : Date.parse(value.client_secret_expires_at),
    oldSecretUntil: value.old_secret_until === undefined ? undefined : Date.parse(value.old_secret_until),
    ...readKeyAuthentication(value, whole.client_type, path, reading),
    backchannelLogoutUri: value.backchannel_logout_uri,
    hasWellKnownSecret: value.well_known,
  }
}

/** Returns milliseconds since the epoch; undefined for what is no time, which is not checked. */
function readTime(written: unknown): number | undefined {
  const time = typeof written === 'string' ? Date.parse(written) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** Reports redirect URIs that RFC 6749 section 3.1.2 rules out, and those that run code, such as `javascript:`. */
function checkRedirects({ redirect_endpoints: endpoints }: Static<typeof document>, reading: DocumentContext): void {
  const { source, problems } = reading
  for (const [index, endpoint] of endpoints.entries()) {
    const path = ['redirect_endpoints', index]
    const absolute = URL.canParse(endpoint) && !/^(javascript|data|vbscript|blob|file):/i.test(endpoint)
    const found = JSON.stringify(source.writtenText(path) ?? endpoint)
    if (!absolute || /[\s*]/.test(endpoint)) {
      problems.error(source.locate(path), `redirect_endpoints[${index}] must be an absolute URI - found ${found}`)
    } else if (endpoint.includes('#')) {
      problems.error(source.locate(path), `redirect_endpoints[${index}] must have no fragment ("#") - found ${found}`)
    }
  }
}
