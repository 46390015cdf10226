/** The fields of an import for what the gateway authenticates itself with at the upstream. */
import type { FormField, FormRow } from '../../../../../../shared/ui/forms/form-rows.ts'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { UpstreamCredentialRequest } from '../../../rest/index.ts'

export type CredentialDraft = Required<UpstreamCredentialRequest>
type Part = Exclude<keyof CredentialDraft, 'kind'>

export const initialCredential: CredentialDraft = {
  kind: 'none',
  user: '',
  secret: '',
  header: '',
  authUrl: '',
  scope: '',
  certificate: '',
  key: '',
}

const parts: Readonly<Record<CredentialDraft['kind'], readonly Part[]>> = {
  none: [],
  basic: ['user', 'secret'],
  header: ['header', 'secret'],
  token: ['authUrl', 'user', 'secret', 'scope'],
  ltpa: ['authUrl', 'user', 'secret'],
  certificate: ['certificate', 'key'],
}

/** Returns the request of what was entered; empty fields take the default of the gateway. */
export function readCredential({ kind, ...values }: CredentialDraft): UpstreamCredentialRequest {
  const entered = parts[kind].flatMap((part) => (values[part] === '' ? [] : [[part, values[part]] as const]))
  return { kind, ...Object.fromEntries(entered) }
}

/** Returns whether the fields without a default are filled in. */
export function isCredentialComplete({ kind, authUrl, certificate, key }: CredentialDraft): boolean {
  if (kind === 'certificate') return certificate !== '' && key !== ''
  return (kind !== 'token' && kind !== 'ltpa') || authUrl !== ''
}

export function buildCredentialRows<Draft extends CredentialDraft>({ kind }: Draft): readonly FormRow<Draft>[] {
  const fields: Record<Part, Omit<FormField<Draft>, 'name'>> = {
    user:
      kind === 'token'
        ? { label: t('Client id of the gateway'), help: t('Default: gateway.') }
        : { label: t('User name of the gateway'), help: t('Default: gateway.') },
    secret: {
      label: t('Where the secret is'),
      help: t('A reference such as {example}. Default: an environment variable with the name of the API.', {
        example: '$env{PETS_SECRET}',
      }),
    },
    header: { label: t('Header'), help: t('Default: X-API-Key.') },
    authUrl: { label: kind === 'token' ? t('URL of the token endpoint') : t('URL of the login') },
    scope: { label: t('Scope (optional)') },
    certificate: { label: t('PEM file of the client certificate'), help: t('Absolute, or from the folder providers.') },
    key: { label: t('PEM file of its key') },
  }
  return [
    {
      name: 'kind',
      label: t('What the gateway authenticates itself with at the upstream'),
      kind: 'choice',
      choices: [
        ['none', t('Nothing')],
        ['basic', t('User name and password (HTTP Basic)')],
        ['header', t('A header with a key')],
        ['token', t('An access token by client credentials')],
        ['ltpa', t('An LTPA cookie of the MQ web server')],
        ['certificate', t('A client certificate')],
      ],
    },
    ...parts[kind].map((name): FormField<Draft> => ({ ...fields[name], name, kind: 'path' })),
  ]
}
