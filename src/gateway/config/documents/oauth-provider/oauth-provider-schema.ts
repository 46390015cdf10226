/** The schema of a native OAuth provider. */
import { choice, distinct, optionalDistinct, wholeNumber } from '../../../../shared/lib/json-schema/members.ts'
import { Type } from '../../../../shared/lib/json-schema/type.ts'
import {
  exportEnvelopeMembers,
  flagSchema,
  freeTextSchema,
  ignoredMembers,
  nameSchema,
  pathSchema,
  scopesSchema,
  sectionSchema,
  sluiceSchema,
  titleSchema,
} from '../../schema/common-schemas.ts'
import { tokenCeilingSchema } from '../members/token-ceiling.ts'
import { jwtBearerSchema, tokenExchangeSchema } from './assertions.ts'
import { signingKeysSchema } from './signing-keys.ts'

const grant = Type.Enum(['application', 'password', 'access_code', 'implicit', 'jwt'])
const never = () => Type.Optional(Type.Literal(false, { 'x-words': 'false: this is not supported' }))
const allowance = (count: number, window: number, description: string) =>
  sectionSchema(
    {
      count: Type.Integer({
        default: count,
        minimum: 0,
        maximum: 1_000_000,
        description: 'The number; 0 for no limit.',
      }),
      window: wholeNumber(window, 1, 86_400, 'The window, and how long a lock takes, in seconds.'),
    },
    description,
  )
const pathOr = (value: string, description: string) => pathSchema({ default: value, description })

const registeredLimitsSchema = sectionSchema(
  {
    grants: Type.Array(Type.Enum(['application', 'password', 'access_code']), {
      default: ['access_code'],
      minItems: 1,
      uniqueItems: true,
      description: 'The grants. Only access_code needs the consent of an owner; it has refresh tokens.',
    }),
    authorization_details: optionalDistinct(Type.String(), 'The only types of authorization details'),
    token_ceiling: tokenCeilingSchema,
  },
  'The most that a client which registers itself can have. Other grants are refused, at the registration and in token requests.',
)

/** The members of `native_provider`. */
export const nativeProviderSchema = sectionSchema({
  clients: Type.Array(Type.Enum(['confidential', 'public']), {
    default: ['confidential'],
    minItems: 1,
    uniqueItems: true,
    description: 'The types of clients that are accepted.',
  }),
  authorize_path: pathOr('/oauth2/authorize', 'The path of the authorization endpoint, below the base path.'),
  token_path: pathOr('/oauth2/token', 'The path of the token endpoint, below the base path.'),
  user_registry: Type.Optional(
    nameSchema('The user registry that authenticates owners; password and access_code need it.'),
  ),
  access_token: sectionSchema({
    ttl: wholeNumber(3600, 1, 63_244_800, 'The life of access tokens in seconds.'),
    format: choice(
      ['jwt', 'opaque'],
      'jwt: signed tokens that clients can read; opaque: references to tokens that the store holds.',
    ),
  }),
  sessions: sectionSchema({
    ttl: wholeNumber(0, 0, 2_592_000, 'How long owners stay signed in in their browser; 0 asks for each request.'),
  }),
  key_rotation: sectionSchema({
    after_days: wholeNumber(0, 0, 3650, 'The days after which a new key signs access tokens; 0 for never.'),
    lead: wholeNumber(2, 2, 604_800, 'How long a new key is published before it signs, so that others have it.'),
  }),
  refresh_token: sectionSchema({
    enabled: flagSchema(false, 'Whether the provider issues refresh tokens.'),
    count: wholeNumber(2048, 0, 4096, 'The number of refreshes after one sign-in; 0 for no refresh tokens.'),
    ttl: wholeNumber(2_682_000, 2, 252_979_200, 'The life of refresh tokens in seconds.'),
    one_time_use: flagSchema(true, 'Whether a refresh token can be used only once.'),
  }),
  max_consent: sectionSchema({
    ttl: wholeNumber(0, 0, 2_529_792_000, 'The life of a consent in seconds, from its first token; 0 for no limit.'),
  }),
  default_scopes: distinct(
    Type.String(),
    'The scopes of a request that names none. Each is one of the scopes of the provider.',
  ),
  pkce: sectionSchema({
    enabled: flagSchema(true, 'Whether PKCE is supported (RFC 7636).'),
    required: flagSchema(false, 'Whether every authorization request must use PKCE.'),
    allow_plain: flagSchema(false, 'Whether the challenge method plain is allowed.'),
  }),
  token_introspection: sectionSchema({
    enabled: flagSchema(false, 'Whether there is an introspection endpoint (RFC 7662).'),
    introspection_path: pathOr('/oauth2/introspect', 'The path of the introspection endpoint, below the base path.'),
    applications: distinct(
      nameSchema(),
      'The applications that can introspect the tokens of all clients; others can introspect their own.',
    ),
  }),
  // The limits on failed attempts for each IP address and client are higher than for each user, because many
  // users share them.
  failed_attempts: sectionSchema(
    {
      user: allowance(10, 900, 'The failed attempts of a user at one IP address.'),
      client: allowance(30, 60, 'The failed attempts of a client at one IP address.'),
      address: allowance(100, 300, 'The failed attempts of an IP address over all accounts.'),
    },
    'The numbers of failed attempts within a window of time, after which more attempts are rejected.',
  ),
  revocation: sectionSchema({
    enabled: flagSchema(true, 'Whether tokens can be revoked.'),
    type: Type.Optional(Type.Literal('native', { description: 'Where revocations are stored.' })),
    application_revocation: sectionSchema({
      enabled: flagSchema(false, 'Whether applications can revoke their tokens (RFC 7009).'),
      apprevoke_path: pathOr('/oauth2/revoke', 'The path of the revocation endpoint, below the base path.'),
    }),
    owner_revocation: sectionSchema({
      enabled: flagSchema(false, 'Whether owners can list and revoke their consents.'),
      owner_revoke_path: pathOr('/oauth2/issued', 'The path of the consents, below the base path.'),
    }),
    // Exports of version 2018 repeat the paths in these members.
    ...ignoredMembers('client_revocation_path', 'resource_owner_revocation_path'),
  }),
  signing_keys: signingKeysSchema,
  compat: choice(['rfc', 'apic'], 'The errors of the token endpoint: those of RFC 6749, or those of API Connect.'),
  openid_connect: Type.Object(
    {
      enabled: flagSchema(false, 'Whether the provider speaks OpenID Connect; openid is then one of its scopes.'),
      claims: Type.Record(Type.String(), Type.String({ minLength: 1 }), {
        default: {},
        description: 'The attribute of the user registry for each claim.',
      }),
      acr_values: Type.Array(Type.String({ pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$' }), {
        default: [],
        uniqueItems: true,
        description: 'The authentication context classes of sign-ins; one with a password reaches the first.',
      }),
      subject_type: choice(['public', 'pairwise'], 'pairwise: each client knows an owner by another name.'),
    },
    {
      default: {},
      additionalProperties: true,
      description:
        'Clients that ask for the scope openid receive an id_token. Claims are taken from attributes of the user registry.',
    },
  ),
  device_authorization: sectionSchema({
    enabled: flagSchema(false, 'Whether the provider has the device grant (RFC 8628).'),
  }),
  pushed_authorization: sectionSchema({
    enabled: flagSchema(false, 'Whether clients can push authorization requests (RFC 9126).'),
    required: flagSchema(false, 'Whether every authorization request must be pushed.'),
  }),
  jwt_bearer: jwtBearerSchema,
  token_exchange: tokenExchangeSchema,
  request_objects: sectionSchema(
    {
      enabled: flagSchema(false, 'Whether clients with keys can sign authorization requests (RFC 9101).'),
      required: flagSchema(false, 'Whether every authorization request must be signed.'),
    },
    'Clients with keys can sign their authorization requests.',
  ),
  dpop: sectionSchema(
    {
      enabled: flagSchema(false, 'Whether clients can bind tokens to a key with DPoP proofs (RFC 9449).'),
      required: flagSchema(false, 'Whether every token must be bound by a proof.'),
      nonce: flagSchema(false, 'Whether every proof must have a nonce of the server.'),
    },
    'Binds tokens to a key of the client, which proves in each request that it has the key.',
  ),
  certificate_bound_tokens: sectionSchema(
    {
      enabled: flagSchema(false, 'Whether tokens are bound to the client certificate, where there is one (RFC 8705).'),
      required: flagSchema(false, 'Whether every token request needs a client certificate.'),
    },
    'Binds tokens to the client certificate of the connection.',
  ),
  security_profile: choice(
    ['none', 'fapi2'],
    'fapi2 turns on what the FAPI 2.0 Security Profile demands, and refuses what contradicts it.',
  ),
  registration: Type.Optional(
    Type.Object(
      {
        enabled: flagSchema(true, 'Whether clients can register.'),
        initial_access_token: Type.Optional(
          Type.String({
            minLength: 32,
            'x-words': 'a secret of at least 32 characters, such as $env{REGISTRATION_TOKEN}',
            description: 'The token with which clients register.',
          }),
        ),
        metadata_documents: sectionSchema(
          {
            enabled: flagSchema(false, 'Whether the URL of a metadata document is a client id.'),
            hosts: distinct(Type.String({ minLength: 1 }), 'The hosts of documents; all by default.'),
            private_addresses: flagSchema(false, 'Whether documents may be in private networks.'),
          },
          'Clients that are named by the URL of their metadata (OAuth Client ID Metadata Document, draft 02).',
        ),
        product: nameSchema('The product to which registered applications are subscribed.'),
        plan: nameSchema('The plan of that product.'),
        max_applications: wholeNumber(
          100,
          1,
          100_000,
          'The number of registered applications, above which registrations are refused; those of metadata documents count apart.',
        ),
        allowed: registeredLimitsSchema,
      },
      { description: 'Registration of clients as applications of the catalog (RFC 7591, RFC 7592).' },
    ),
  ),
  authorization_details: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Object(
        {
          title: Type.String({ minLength: 1, description: 'What owners read about it.' }),
          actions: Type.Optional(
            Type.Array(Type.String(), {
              uniqueItems: true,
              description: 'The actions that a detail can have; all by default.',
            }),
          ),
          required: distinct(Type.String(), 'The members that a detail must have.'),
          clients: distinct(
            nameSchema('The name of an application.'),
            'The applications that get such details without an owner, by client credentials; none by default.',
          ),
        },
        { description: 'A type of authorization details.' },
      ),
      { description: 'The types of authorization details that clients can ask for (RFC 9396).' },
    ),
  ),
  advanced_scope_security: Type.Optional(Type.Object({ enabled: never() }, { additionalProperties: true })),
  // The API that represents a provider in exports. Only its base path is used; its assembly is generated.
  api: Type.Optional(
    Type.Object(
      {
        basePath: Type.Optional(
          Type.Union([pathSchema(), Type.Literal('/')], {
            description: 'The path of the provider below the catalog. Default: the name of the provider.',
          }),
        ),
      },
      { additionalProperties: true },
    ),
  ),
  ...ignoredMembers('native_provider_5000'),
})

/** The document of a native OAuth provider. */
export const oauthProviderSchema = Type.Object({
  ...exportEnvelopeMembers(),
  name: nameSchema('The name by which other documents refer to the provider.'),
  title: titleSchema(),
  summary: freeTextSchema('A description for readers.'),
  provider_type: Type.Literal('native', {
    'x-words': 'native or third_party',
    description: 'native: this gateway issues the tokens.',
  }),
  gateway_version: choice(['6000', '5000'], 'The type of gateway, without effect.'),
  grants: Type.Array(grant, {
    default: ['access_code'],
    minItems: 1,
    uniqueItems: true,
    description: 'The grants that the provider supports. application stands for client credentials.',
  }),
  scopes: scopesSchema,
  debug: flagSchema(false, 'Whether requests can ask for error headers.'),
  native_provider: nativeProviderSchema,
  advanced_scope: Type.Optional(Type.Object({ override_endpoint_from_api: never() })),
  'x-sluice': sluiceSchema,
  ...ignoredMembers('visibility', 'third_party_config', 'tls_client_profile_urls'),
})
