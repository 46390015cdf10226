/** The signing keys of OAuth providers, for owners who may change documents. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { declareResources } from '../../../../shared/rest/resource.ts'
import { flag, list, number, text, view } from '../../../../shared/rest/shapes.ts'

const source = Type.Enum(['store', 'file', 'environment', 'signer'], {
  description: 'Where the private keys are. Only keys of the store can be rotated here.',
})

export type SigningKeyView = Static<typeof SigningKeyView>
export const SigningKeyView = view(
  'SigningKeyView',
  {
    kid: text('The key id in the header of tokens: RFC 7638.'),
    algorithm: text('The signature algorithm: RFC 7518.'),
    use: text('`sig`.'),
    source,
    state: Type.Enum(['next', 'signing', 'verifying', 'retired'], {
      description:
        '`next`: published, and signs from `activeFrom` on. `signing`: signs new tokens. `verifying`: its tokens are accepted until `expiresAt`. `retired`: its tokens are rejected.',
    }),
    createdAt: Type.Optional(text('Absent for a key that an older version created.')),
    activeFrom: text(),
    expiresAt: Type.Optional(text('When the key stops or stopped verifying; absent for the newest key.')),
    firstUsedAt: Type.Optional(
      text('When the key signed its first token, to the minute; absent when it has not signed.'),
    ),
    lastUsedAt: Type.Optional(text('When the key signed its last token, to the minute.')),
    isRemoved: flag('Whether an operator removed the key before its last token had expired.'),
    isRemovable: flag('Whether the key can be removed; the newest key cannot.'),
  },
  'A signing key without its private part.',
)

export type ProviderKeysView = Static<typeof ProviderKeysView>
export const ProviderKeysView = view(
  'ProviderKeysView',
  {
    provider: text('The name of the provider.'),
    title: text(),
    file: text('The path of the document of the provider.'),
    jwksUrl: text('The URL of the published keys, for resource servers that verify tokens themselves.'),
    accessTokenSeconds: number('The longest life of an access token, and therefore of an older key, in seconds.'),
    rotatesAfterDays: number('After how many days the gateway rotates the keys; 0 for never.'),
    rotatesAt: Type.Optional(text('When the gateway rotates the keys; absent when it does not.')),
    source,
    keys: list(SigningKeyView, 'The newest key first.'),
  },
  'A native OAuth provider of the catalog and its keys.',
)

export const signingKeyResources = declareResources('configuration', {
  'GET /configuration/keys': { id: 'listKeys', summary: 'List the signing keys', response: list(ProviderKeysView) },
  'POST /configuration/keys/:provider': {
    id: 'createKey',
    summary: 'Create a signing key, which signs after 2 seconds',
    status: 201,
    response: ProviderKeysView,
  },
  'DELETE /configuration/keys/:provider/:key': {
    id: 'removeKey',
    summary: 'Remove a signing key: its tokens are rejected within half a second',
  },
})
